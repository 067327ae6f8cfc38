import { randomUUID } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { StoredBucket } from '../engine/types.ts';
import { hostIdOf } from '../http/host-id.ts';
import { emptyReply, jsonReply } from '../http/reply.ts';
import { formatArn, parseArn, REPLICATION_SERVICE } from '../replication/arn.ts';
import { replicationOf } from '../replication/bucket-rules.ts';
import { RemoteServer } from '../replication/remote-server.ts';
import { type RemoteTarget, targetJson } from '../replication/remote-target.ts';
import { checkTarget } from '../replication/target-check.ts';
import type { Operation } from '../s3/operation.ts';
import { parameter, readSealedJson } from './payloads.ts';
import { readTarget, type WantedTarget } from './target-fields.ts';

/** Bytes per second, as in MinIO. */
const LEAST_BANDWIDTH = 100_000_000;
const MAX_TARGETS = 100;
/** Query parameters that name the parts to update, with the fields that each sets. */
const UPDATES: Readonly<Record<string, readonly (keyof WantedTarget)[]>> = {
  creds: ['accessKey', 'secretKey', 'sessionToken', 'targetBucket', 'secure', 'endpoint'],
  sync: ['sync'],
  proxy: ['disableProxy'],
  bandwidth: ['bandwidthLimit'],
  healthcheck: ['healthCheckDuration'],
  path: ['path'],
};

export const setRemoteTarget: Operation = {
  name: 'SetRemoteTarget',
  action: 'admin:SetBucketTarget',
  run: async (request) => {
    const bucket = bucketOf(request);
    const wanted = readTarget(await readSealedJson(request));
    const isUpdate = request.query.get('update') === 'true';
    const target = isUpdate ? updated(request, bucket, wanted) : created(request, bucket, wanted);
    if (typeof target === 'string') {
      return jsonReply(target);
    }
    if (target.bandwidthLimit > 0 && target.bandwidthLimit < LEAST_BANDWIDTH) {
      throw new S3Error('XMinioAdminReplicationBandwidthLimitError');
    }
    const { plain } = await checked(request, bucket, target);
    await keep(request, bucket, { ...target, plain }, isUpdate);
    return jsonReply(target.arn);
  },
};

export const listRemoteTargets: Operation = {
  name: 'ListRemoteTargets',
  action: 'admin:GetBucketTarget',
  run: (request) => {
    const { replication } = request.store;
    const name = request.query.get('bucket') ?? '';
    const type = request.query.get('type') ?? '';
    const targets =
      name === '' ? replication.targets.all() : replication.targets.of(bucketOf(request).name);
    return jsonReply(
      targets
        .filter((target) => type === '' || target.type === type)
        .map((target) => targetJson(target, replication.heartbeat.of(target.arn))),
    );
  },
};

export const removeRemoteTarget: Operation = {
  name: 'RemoveRemoteTarget',
  action: 'admin:SetBucketTarget',
  run: async (request) => {
    const bucket = bucketOf(request);
    const arn = request.query.get('arn') ?? '';
    if (parseArn(arn) === undefined) {
      throw new S3Error('XMinioAdminRemoteArnInvalid');
    }
    const { replication } = request.store;
    await replication.targets.change(bucket.name, (targets) => {
      const now = request.store.engine.getBucket(bucket.name);
      if (
        now &&
        replicationOf(now)?.rules.some(({ enabled, target }) => enabled && target === arn)
      ) {
        throw new S3Error('XMinioAdminRemoteRemoveDisallowed');
      }
      const left = targets.filter((target) => target.arn !== arn);
      if (left.length === targets.length) {
        throw new S3Error('XMinioAdminRemoteTargetNotFoundError');
      }
      return left;
    });
    await replication.forget(bucket.name, arn);
    return emptyReply(204);
  },
};

function bucketOf(request: ApiRequest): StoredBucket {
  const bucket = request.store.engine.getBucket(parameter(request, 'bucket'));
  if (bucket === undefined) {
    throw new S3Error('NoSuchBucket');
  }
  return bucket;
}

/** Returns a new target, or only the ARN if an equal one exists. */
function created(
  { store }: ApiRequest,
  bucket: StoredBucket,
  wanted: WantedTarget,
): RemoteTarget | string {
  const known = store.replication.targets
    .of(bucket.name)
    .find(
      (target) =>
        target.type === wanted.type &&
        target.targetBucket === wanted.targetBucket &&
        target.endpoint === wanted.endpoint &&
        target.secure === wanted.secure &&
        target.accessKey === wanted.accessKey,
    );
  if (known !== undefined) {
    return known.arn;
  }
  if (wanted.type !== REPLICATION_SERVICE) {
    throw new S3Error('XMinioAdminConfigBadJSON');
  }
  const { arn: _, ...fields } = wanted;
  const place = { type: wanted.type, region: wanted.region, bucket: wanted.targetBucket };
  return {
    ...fields,
    arn: formatArn({ ...place, id: randomUUID() }),
    sourceBucket: bucket.name,
    resetBeforeDate: '',
    resetId: '',
    plain: false,
  };
}

/** Returns a target with the requested fields replaced. */
function updated(
  { store, query }: ApiRequest,
  bucket: StoredBucket,
  wanted: WantedTarget,
): RemoteTarget {
  const known = store.replication.targets.get(bucket.name, wanted.arn);
  if (known === undefined) {
    throw new S3Error('XMinioAdminRemoteTargetNotFoundError');
  }
  const fields = Object.keys(UPDATES).flatMap((name) =>
    query.get(name) === 'true' ? (UPDATES[name] ?? []) : [],
  );
  const changes = Object.fromEntries(fields.map((field) => [field, wanted[field]]));
  return { ...known, ...changes };
}

/**
 * Checks the target.
 *
 * @throws S3Error that says what is wrong with the target
 */
async function checked(
  { store }: ApiRequest,
  bucket: StoredBucket,
  target: RemoteTarget,
): Promise<{ plain: boolean }> {
  const isSource = target.targetBucket === bucket.name;
  if (isSource && isOwnEndpoint(target.endpoint, store.endpoint())) {
    throw new S3Error('XMinioAdminRemoteIdenticalToSource');
  }
  if (bucket.versioning !== 'enabled') {
    throw new S3Error('ReplicationSourceNotVersionedError');
  }
  const server = new RemoteServer(target);
  try {
    const { plain, hostId } = await checkTarget(server);
    // Also detects this server behind another name or a proxy.
    if (isSource && hostId === hostIdOf(store.deploymentId)) {
      throw new S3Error('XMinioAdminRemoteIdenticalToSource');
    }
    return { plain };
  } finally {
    await server.close();
  }
}

function isOwnEndpoint(endpoint: string, own: string): boolean {
  const remote = new URL(`http://${endpoint}`);
  if (remote.port !== new URL(`http://${own}`).port) {
    return false;
  }
  const name = remote.hostname.replace(/^\[|\]$/g, '');
  const addresses = Object.values(networkInterfaces()).flatMap((of) =>
    (of ?? []).map(({ address }) => address),
  );
  return name === 'localhost' || addresses.includes(name);
}

async function keep(
  { store }: ApiRequest,
  bucket: StoredBucket,
  target: RemoteTarget,
  isUpdate: boolean,
): Promise<void> {
  const { targets } = store.replication;
  await targets.change(bucket.name, (known) => {
    const others = known.filter(({ arn }) => arn !== target.arn);
    if (isUpdate && others.length === known.length) {
      throw new S3Error('XMinioAdminRemoteTargetNotFoundError');
    }
    // MinIO supports one target per server.
    const { endpoint, type } = target;
    if (others.some((other) => other.type === type && other.endpoint === endpoint)) {
      throw new S3Error('XMinioAdminBucketRemoteAlreadyExists');
    }
    if (known.length >= MAX_TARGETS) {
      throw new S3Error('XMinioAdminInvalidArgument', 'The bucket has too many targets.');
    }
    return isUpdate
      ? known.map((other) => (other.arn === target.arn ? target : other))
      : [...known, target];
  });
  store.replication.changed(target.arn);
}
