import {
  listReplicationRules,
  type ReplicationRequest,
  type ReplicationState,
  setReplication,
} from '@stowage/contract/bucket-admin/replication';
import { type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { loadBucketsAgain } from '#web/entities/bucket/use-bucket-change.ts';
import { call } from '#web/lib/api/call.ts';

/** The replication rules of the bucket. */
export function replicationRulesQuery(bucket: string) {
  return queryOptions({
    queryKey: bucketKeys.setting(bucket, 'replication'),
    queryFn: ({ signal }) => call(listReplicationRules, { params: { bucket } }, { signal }),
    meta: { errors: 'screen' },
  });
}

/** Maximum buckets per call: each takes the storage server several calls of its own. */
const bucketsAtOnce = 50;

/**
 * Returns the results for buckets whose call failed after others had been set up: each contains the
 * error.
 */
function failedStates(part: ReplicationRequest, error: Error): readonly ReplicationState[] {
  return part.bucketsRelation.map(({ originBucket, destinationBucket }) => ({
    originBucket,
    targetBucket: destinationBucket,
    errorString: error.message,
  }));
}

async function setInParts(request: ReplicationRequest): Promise<readonly ReplicationState[]> {
  const states: ReplicationState[] = [];
  for (let from = 0; from < request.bucketsRelation.length; from += bucketsAtOnce) {
    const bucketsRelation = request.bucketsRelation.slice(from, from + bucketsAtOnce);
    const part = { ...request, bucketsRelation };
    try {
      states.push(...(await call(setReplication, { body: part })).replicationState);
    } catch (error) {
      if (from === 0 || !(error instanceof Error)) throw error;
      states.push(...failedStates(part, error));
    }
  }
  return states;
}

/**
 * Sets up replication for one or more buckets and returns a result for each. A response may contain
 * failures, so all bucket data is reloaded in any case; only the data under `shown` is awaited. The
 * credentials are discarded afterwards.
 */
export function useSetReplication(shown: QueryKey) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: setInParts,
    onSettled: () => loadBucketsAgain(queryClient, shown),
    gcTime: 0,
    meta: { errors: 'dialog' },
  });
}
