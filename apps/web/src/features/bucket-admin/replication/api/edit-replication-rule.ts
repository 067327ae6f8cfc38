import {
  editReplicationRule,
  type ReplicationRule,
} from '@stowage/contract/bucket-admin/replication';
import type { CallInput } from '@stowage/contract/endpoint';
import { useBucketChange } from '#web/entities/bucket/use-bucket-change.ts';
import { useRowChange } from '#web/entities/bucket/use-row-change.ts';
import { call } from '#web/lib/api/call.ts';

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
  return useBucketChange((input: Edit) => edit(bucket, input));
}

/** Switches a rule on when it is off, and off when it is on. */
export function useSwitchReplicationRule(bucket: string) {
  return useRowChange((rule: ReplicationRule) =>
    edit(bucket, { rule, change: { ruleState: rule.status === 'Disabled' } }),
  );
}
