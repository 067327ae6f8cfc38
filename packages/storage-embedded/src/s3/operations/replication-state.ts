import { randomUUID } from 'node:crypto';
import { parseGoDuration } from '@stowage/domain/go-duration';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../../api-request.ts';
import { emptyReply, jsonReply } from '../../http/reply.ts';
import { replicationOf } from '../../replication/bucket-rules.ts';
import { bucketMetrics, bucketStats } from '../../replication/metrics-json.ts';
import type { Resync } from '../../replication/resync.ts';
import type { ReplicationConfig } from '../../replication/rules.ts';
import { checkReplication } from '../../replication/target-permissions.ts';
import { existingBucket } from '../buckets.ts';
import type { Operation } from '../operation.ts';
import { checkDestinations, needVersions } from './bucket-replication.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** MinIO's replication metrics; '2' requests the newer format. */
export const getReplicationMetrics: Operation = {
  name: 'GetBucketReplicationMetrics',
  action: 's3:GetReplicationConfiguration',
  run: (request) => {
    needRules(request);
    const { store, bucket, query } = request;
    return jsonReply(
      query.get('replication-metrics') === '2'
        ? bucketStats(store, bucket)
        : bucketMetrics(store, bucket),
    );
  },
};

/** Checks that the targets have everything the rules need. */
export const checkBucketReplication: Operation = {
  name: 'ValidateBucketReplicationCreds',
  action: 's3:GetReplicationConfiguration',
  run: async (request) => {
    const bucket = existingBucket(request);
    needVersions(bucket);
    const config = needRules(request);
    await checkDestinations(request, bucket, config);
    await checkReplication(request.store.replication, bucket.name, config);
    return emptyReply(200);
  },
};

/** Starts replicating everything to a target again. */
export const startReplicationReset: Operation = {
  name: 'ResetBucketReplicationStart',
  action: 's3:ResetBucketReplicationState',
  run: async (request) => {
    const { query, store, bucket } = request;
    const before = Date.now() - daysOf(query.get('older-than') ?? '');
    const { rules } = needRules(request);
    const wanted = query.get('arn') ?? '';
    const ofTarget = rules.filter(({ target }) => wanted === '' || target === wanted);
    if (ofTarget.length === 0) {
      throw new S3Error('XMinioAdminRemoteTargetNotFoundError');
    }
    if (!ofTarget.some(({ existingObjects }) => existingObjects)) {
      throw new S3Error('XMinioReplicationNoExistingObjects');
    }
    const arns = new Set(ofTarget.filter(({ enabled }) => enabled).map(({ target }) => target));
    const [arn] = arns;
    if (arn === undefined || arns.size > 1) {
      throw new S3Error('BadRequest', 'ARN should be specified for replication reset');
    }
    const id = query.get('reset-id') || randomUUID();
    await store.replication.resyncs.start({ bucket, arn, id, before });
    await store.replication.targets.change(bucket, (targets) =>
      targets.map((target) =>
        target.arn === arn
          ? { ...target, resetId: id, resetBeforeDate: new Date(before).toISOString() }
          : target,
      ),
    );
    return jsonReply({ target: [{ arn, resetid: id, ...UNKNOWN_TIMES, ...NO_COUNTS }] });
  },
};

/** Reports the progress of a reset. */
export const getReplicationReset: Operation = {
  name: 'ResetBucketReplicationStatus',
  action: 's3:ResetBucketReplicationState',
  run: (request) => {
    needRules(request);
    const arn = request.query.get('arn') ?? '';
    const found = request.store.replication.resyncs
      .of(request.bucket)
      .filter((resync) => arn === '' || resync.arn === arn);
    return jsonReply(found.length === 0 ? {} : { target: found.map(resyncJson) });
  },
};

const NEVER = '0001-01-01T00:00:00Z';
const UNKNOWN_TIMES = { startTime: NEVER, endTime: NEVER };
const NO_COUNTS = {
  completedReplicationSize: 0,
  failedReplicationSize: 0,
  failedReplicationCount: 0,
  replicationCount: 0,
};

/** MinIO's ResyncTarget. */
function resyncJson(resync: Resync): object {
  return {
    arn: resync.arn,
    resetid: resync.id,
    startTime: new Date(resync.startedAt).toISOString(),
    endTime: new Date(resync.updatedAt).toISOString(),
    resyncStatus: resync.status,
    completedReplicationSize: resync.replicatedBytes,
    failedReplicationSize: resync.failedBytes,
    failedReplicationCount: resync.failedCount,
    replicationCount: resync.replicatedCount,
    bucket: resync.bucket,
    object: resync.lastKey,
  };
}

/** @throws S3Error NoSuchBucket, ReplicationConfigurationNotFoundError */
function needRules(request: ApiRequest): ReplicationConfig {
  const config = replicationOf(existingBucket(request));
  if (config === undefined) {
    throw new S3Error('ReplicationConfigurationNotFoundError');
  }
  return config;
}

/** Rounds a duration down to whole days, in milliseconds, like MinIO. */
function daysOf(text: string): number {
  if (text === '') {
    return 0;
  }
  const duration = parseGoDuration(text);
  if (duration === undefined || duration < 0) {
    throw new S3Error('InvalidArgument', 'The parameter older-than is no duration.');
  }
  return Math.floor(duration / DAY_MS) * DAY_MS;
}
