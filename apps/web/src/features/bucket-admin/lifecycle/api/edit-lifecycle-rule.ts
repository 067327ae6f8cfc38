import {
  editLifecycleRule,
  type LifecycleInput,
  type LifecycleRule,
} from '@stowage/contract/bucket-admin/lifecycle';
import { useBucketChange } from '#web/entities/bucket/use-bucket-change.ts';
import { useRowChange } from '#web/entities/bucket/use-row-change.ts';
import { call } from '#web/lib/api/call.ts';

interface Edit {
  /** The rule as it was when somebody began to change it. */
  readonly rule: LifecycleRule;
  readonly change: LifecycleInput;
}

function edit(bucket: string, { rule, change }: Edit) {
  return call(editLifecycleRule, {
    params: { bucket, id: rule.id },
    query: { revision: rule.revision },
    body: change,
  });
}

/** Changes a rule, unless somebody has changed it meanwhile. */
export function useEditLifecycleRule(bucket: string) {
  return useBucketChange((input: Edit) => edit(bucket, input));
}

/** Switches a rule on when it is off, and off when it is on. */
export function useSwitchLifecycleRule(bucket: string) {
  return useRowChange((rule: LifecycleRule) =>
    edit(bucket, { rule, change: { disable: rule.status === 'Enabled' } }),
  );
}
