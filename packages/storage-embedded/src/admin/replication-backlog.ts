import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { StoredObject } from '../engine/types.ts';
import type { Reply } from '../http/reply.ts';
import { replicationStatus } from '../replication/status.ts';
import { versionGroups } from '../replication/version-groups.ts';
import { workBehind } from '../replication/work.ts';
import type { Operation } from '../s3/operation.ts';
import { parameter } from './payloads.ts';

const PAGE = 250;

/**
 * Lists the versions that a target lacks, one JSON object per line; with `verbose`, all versions.
 */
export const getReplicationDiff: Operation = {
  name: 'ReplicationDiff',
  action: 'admin:ReplicationDiff',
  run: (request) => {
    const bucket = bucketOf(request);
    const arn = request.query.get('arn') ?? '';
    if (arn !== '' && request.store.replication.targets.get(bucket, arn) === undefined) {
      throw new S3Error('XMinioAdminInvalidRequest', `There is no target '${arn}'.`);
    }
    return lines(diff(request, bucket, arn));
  },
};

/** Lists what is queued for one bucket, or for all. */
export const getReplicationBacklog: Operation = {
  name: 'ReplicationMRF',
  action: 'admin:ReplicationDiff',
  run: (request) => {
    const name = request.query.get('bucket') ?? '';
    return lines(backlog(request, name === '' ? undefined : bucketOf(request)));
  },
};

function bucketOf(request: ApiRequest): string {
  const bucket = parameter(request, 'bucket');
  if (request.store.engine.getBucket(bucket) === undefined) {
    throw new S3Error('NoSuchBucket');
  }
  return bucket;
}

function lines(values: AsyncIterable<object>): Reply {
  async function* text(): AsyncGenerator<string, void, undefined> {
    for await (const value of values) {
      yield `${JSON.stringify(value)}\n`;
    }
  }
  return {
    status: 200,
    headers: ['Content-Type', 'application/json'],
    body: Readable.from(text(), { objectMode: false }),
  };
}

async function* diff(
  { store, query }: ApiRequest,
  bucket: string,
  arn: string,
): AsyncGenerator<object, void, undefined> {
  const prefix = query.get('prefix') ?? '';
  const verbose = query.get('verbose') === 'true';
  let looked = 0;
  for (const group of versionGroups(store.engine, bucket, { after: '', prefix })) {
    for (const object of group) {
      const entry = diffOf(object, arn, verbose);
      if (entry !== undefined) {
        yield entry;
      }
    }
    looked += group.length;
    if (looked >= PAGE) {
      looked = 0;
      await nextTurn();
    }
  }
}

/** MinIO's DiffInfo. */
function diffOf(object: StoredObject, arn: string, verbose: boolean): object | undefined {
  const { key, versionId, modifiedAt, isDeleteMarker, replication } = object;
  const status = replicationStatus(replication);
  const targets = Object.entries(replication?.targets ?? {}).filter(
    ([name, state]) => (arn === '' || name === arn) && (verbose || state.status !== 'COMPLETED'),
  );
  if (status === undefined || (targets.length === 0 && !verbose)) {
    return undefined;
  }
  return {
    object: key,
    versionId,
    targets: Object.fromEntries(targets.map(([name, state]) => [name, { rStatus: state.status }])),
    rStatus: status,
    lastModified: new Date(modifiedAt).toISOString(),
    deletemarker: isDeleteMarker,
  };
}

/** MinIO's ReplicationMRF. */
async function* backlog(
  { store }: ApiRequest,
  bucket: string | undefined,
): AsyncGenerator<object, void, undefined> {
  const nodeName = store.endpoint();
  for (let page = workBehind(store.engine, '', PAGE); page.length > 0; ) {
    for (const { work } of page) {
      if (bucket === undefined || work.bucket === bucket) {
        const { key: object, versionId } = work;
        yield { nodeName, bucket: work.bucket, object, versionId, retryCount: 0 };
      }
    }
    await nextTurn();
    page = workBehind(store.engine, page.at(-1)?.name ?? '', PAGE);
  }
}
