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

/** Milliseconds between two looks, while the page is in front of somebody. */
export const STATUS_INTERVAL = 5000;

/**
 * How replication to each target of a bucket goes. Its key stands apart from
 * the bucket's settings: it is asked for again and again, and changes none.
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
  /** The rule as it was when somebody began to change it. */
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

/** Changes a rule and its target, unless somebody has changed it meanwhile. */
export function useEditReplicationRule(bucket: string) {
  return useBucketChange((input: Edit) => edit(bucket, input), {
    shown: replicationRulesQuery(bucket).queryKey,
  });
}

/** Switches a rule on when it is off, and off when it is on. */
export function useSwitchReplicationRule(bucket: string) {
  return useRowChange((rule: ReplicationRule) =>
    edit(bucket, { rule, change: { ruleState: rule.status === 'Disabled' } }),
  );
}

/** Deletes a rule that is not the last, unless somebody has changed it meanwhile. */
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
