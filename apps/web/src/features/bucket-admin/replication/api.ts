import {
  deleteReplicationRule,
  editReplicationRule,
  getReplicationStatus,
  type ReplicationRule,
  stopReplication,
} from '@stowage/contract/bucket-admin/replication';
import type { CallInput } from '@stowage/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { useBucketChange } from '#web/entities/bucket/use-bucket-change.ts';
import { useRowChange } from '#web/entities/bucket/use-row-change.ts';
import { replicationRulesQuery } from '#web/entities/replication/api.ts';
import { call } from '#web/lib/api/call.ts';

/** Polling interval in milliseconds while the page is visible. */
export const STATUS_INTERVAL = 5000;

/**
 * The replication state of each target of a bucket. Its key is separate from the bucket's settings:
 * it is polled and changes none of them.
 */
export function replicationStatusQuery(bucket: string) {
  return queryOptions({
    queryKey: ['replication-status', bucket],
    queryFn: async ({ signal }) =>
      (await call(getReplicationStatus, { params: { bucket } }, { signal })).targets,
    refetchInterval: STATUS_INTERVAL,
    refetchIntervalInBackground: false,
    meta: { errors: 'screen' },
  });
}

export type RuleChange = CallInput<typeof editReplicationRule>['body'];

interface Edit {
  /** The rule as it was when editing started. */
  readonly rule: ReplicationRule;
  readonly change: RuleChange;
}

function edit(bucket: string, { rule, change }: Edit) {
  return call(editReplicationRule, {
    params: { bucket, rule: rule.id },
    query: { revision: rule.revision },
    body: change,
  });
}

/** Changes a rule and its target, unless it has changed meanwhile. */
export function useEditReplicationRule(bucket: string) {
  return useBucketChange((input: Edit) => edit(bucket, input), {
    shown: replicationRulesQuery(bucket).queryKey,
  });
}

/** Enables a disabled rule, and disables an enabled one. */
export function useSwitchReplicationRule(bucket: string) {
  return useRowChange((rule: ReplicationRule) =>
    edit(bucket, { rule, change: { ruleState: rule.status === 'Disabled' } }),
  );
}

/** Deletes a rule that is not the last one, unless it has changed meanwhile. */
export function useDeleteReplicationRule(bucket: string) {
  return useBucketChange(
    ({ id, revision }: ReplicationRule) =>
      call(deleteReplicationRule, { params: { bucket, rule: id }, query: { revision } }),
    { shown: replicationRulesQuery(bucket).queryKey },
  );
}

/** Deletes all replication rules of a bucket and their targets. */
export function useStopReplication(bucket: string) {
  return useBucketChange(() => call(stopReplication, { params: { bucket } }), {
    shown: replicationRulesQuery(bucket).queryKey,
  });
}
