import { S3Error } from '@stowage/storage-wire/s3-error';
import { parseXml } from '@stowage/storage-wire/xml';
import type { ApiRequest } from '../../api-request.ts';
import type { StoredBucket } from '../../engine/types.ts';
import { emptyReply, xmlReply } from '../../http/reply.ts';
import { parseArn, REPLICATION_SERVICE } from '../../replication/arn.ts';
import { REPLICATION_SETTING, replicationOf } from '../../replication/bucket-rules.ts';
import { checkRules, parseReplication, writeReplication } from '../../replication/parse.ts';
import type { ReplicationConfig } from '../../replication/rules.ts';
import { checkDestination } from '../../replication/target-check.ts';
import { readSetting } from '../bucket-setting.ts';
import { existingBucket } from '../buckets.ts';
import type { Operation } from '../operation.ts';

const MAX_BODY_BYTES = 2 * 1024 * 1024;

export const getBucketReplication: Operation = {
  name: 'GetBucketReplication',
  action: 's3:GetReplicationConfiguration',
  run: (request) =>
    xmlReply(readSetting(request, REPLICATION_SETTING, 'ReplicationConfigurationNotFoundError')),
};

export const putBucketReplication: Operation = {
  name: 'PutBucketReplication',
  action: 's3:PutReplicationConfiguration',
  run: async (request) => {
    const bucket = existingBucket(request);
    needVersions(bucket);
    const body = await request.payload.read(MAX_BODY_BYTES);
    const config = parseReplication(parseXml(body));
    await checkDestinations(request, bucket, config);
    checkRules(config);
    const before = await keep(request, config);
    await sendExisting(request, before, config);
    return emptyReply(200);
  },
};

export const deleteBucketReplication: Operation = {
  name: 'DeleteBucketReplication',
  action: 's3:PutReplicationConfiguration',
  run: async (request) => {
    const { name } = existingBucket(request);
    const { engine, replication } = request.store;
    await engine.updateBucket(name, { settings: { [REPLICATION_SETTING]: null } });
    // As in MinIO, the targets are removed together with the rules.
    const targets = replication.targets.of(name);
    await replication.targets.change(name, () => []);
    for (const { arn } of targets) {
      await replication.forget(name, arn);
    }
    // MinIO's client accepts no other status.
    return emptyReply(200);
  },
};

/**
 * Stores the rules.
 * @returns the previous ones
 */
function keep(
  request: ApiRequest,
  config: ReplicationConfig,
): Promise<ReplicationConfig | undefined> {
  const { engine, replication } = request.store;
  return replication.targets.whileUnchanged(async () => {
    const bucket = existingBucket(request);
    const known = new Set(replication.targets.of(bucket.name).map(({ arn }) => arn));
    // Another request may have removed a target since it was checked.
    if (config.rules.some(({ target }) => !known.has(target))) {
      throw new S3Error('XMinioAdminRemoteTargetNotFoundError');
    }
    const before = replicationOf(bucket);
    const settings = { [REPLICATION_SETTING]: writeReplication(config) };
    await engine.updateBucket(bucket.name, { settings });
    return before;
  });
}

/** @throws S3Error InvalidRequest */
export function needVersions({ versioning }: StoredBucket): void {
  if (versioning !== 'enabled') {
    throw new S3Error(
      'InvalidRequest',
      "Versioning must be 'Enabled' on the bucket to apply a replication configuration",
    );
  }
}

/**
 * Checks that each target is known and has its bucket.
 *
 * @throws S3Error XMinioAdminRemoteArnInvalid, XMinioAdminRemoteARNTypeInvalid,
 *    XMinioAdminRemoteTargetNotFoundError, RemoteDestinationNotFoundError,
 *    ReplicationDestinationMissingLockError
 */
export async function checkDestinations(
  { store }: ApiRequest,
  bucket: StoredBucket,
  { role, rules }: ReplicationConfig,
): Promise<void> {
  const arns = new Set(role === '' ? rules.map(({ target }) => target) : [role]);
  const servers = [...arns].map((arn) => {
    const parsed = parseArn(arn);
    if (parsed === undefined) {
      throw new S3Error('XMinioAdminRemoteArnInvalid');
    }
    if (parsed.type !== REPLICATION_SERVICE) {
      throw new S3Error('XMinioAdminRemoteARNTypeInvalid');
    }
    const target = store.replication.targets.get(bucket.name, arn);
    if (target === undefined) {
      throw new S3Error('XMinioAdminRemoteTargetNotFoundError');
    }
    return store.replication.pool.to(target);
  });
  if (servers.length === 0) {
    throw new S3Error('XMinioAdminRemoteTargetNotFoundError');
  }
  await Promise.all(servers.map((server) => checkDestination(server, bucket.objectLock)));
}

/** Starts replicating existing objects for rules that newly include them. */
async function sendExisting(
  { bucket, store }: ApiRequest,
  before: ReplicationConfig | undefined,
  { rules }: ReplicationConfig,
): Promise<void> {
  const known = new Set((before?.rules ?? []).map((rule) => JSON.stringify(rule)));
  const fresh = rules.filter(
    (rule) => rule.enabled && rule.existingObjects && !known.has(JSON.stringify(rule)),
  );
  for (const arn of new Set(fresh.map(({ target }) => target))) {
    await store.replication.resyncs.start({ bucket, arn, id: '', before: Date.now() });
  }
}
