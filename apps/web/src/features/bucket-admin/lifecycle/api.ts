import {
  addLifecycleRule,
  deleteLifecycleRule,
  editLifecycleRule,
  type LifecycleInput,
  type LifecycleRule,
  listLifecycleRules,
} from '@stowage/contract/bucket-admin/lifecycle';
import { queryOptions } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { useBucketChange } from '#web/entities/bucket/use-bucket-change.ts';
import { useRowChange } from '#web/entities/bucket/use-row-change.ts';
import { call } from '#web/lib/api/call.ts';

/** The lifecycle rules of a bucket. */
export function lifecycleQuery(bucket: string) {
  return queryOptions({
    queryKey: bucketKeys.setting(bucket, 'lifecycle'),
    queryFn: async ({ signal }) =>
      (await call(listLifecycleRules, { params: { bucket } }, { signal })).lifecycle,
    meta: { errors: 'screen' },
  });
}

/** Adds a lifecycle rule to those of a bucket. */
export function useAddLifecycleRule(bucket: string) {
  return useBucketChange(
    (body: LifecycleInput) => call(addLifecycleRule, { params: { bucket }, body }),
    { shown: lifecycleQuery(bucket).queryKey },
  );
}

interface Edit {
  /** The rule as it was when editing started. */
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

/** Changes a rule, unless it has changed meanwhile. */
export function useEditLifecycleRule(bucket: string) {
  return useBucketChange((input: Edit) => edit(bucket, input), {
    shown: lifecycleQuery(bucket).queryKey,
  });
}

/** Enables a disabled rule, and disables an enabled one. */
export function useSwitchLifecycleRule(bucket: string) {
  return useRowChange((rule: LifecycleRule) =>
    edit(bucket, { rule, change: { disable: rule.status === 'Enabled' } }),
  );
}

/** Deletes a rule, unless it has changed meanwhile. */
export function useDeleteLifecycleRule(bucket: string) {
  return useBucketChange(
    ({ id, revision }: LifecycleRule) =>
      call(deleteLifecycleRule, { params: { bucket, id }, query: { revision } }),
    { shown: lifecycleQuery(bucket).queryKey },
  );
}
