import {
  addCorsRule,
  type CorsInput,
  type CorsRule,
  deleteCorsRule,
  editCorsRule,
  listCorsRules,
} from '@stowage/contract/bucket-admin/cors';
import { queryOptions } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { useBucketChange } from '#web/entities/bucket/use-bucket-change.ts';
import { useRowChange } from '#web/entities/bucket/use-row-change.ts';
import { directWay } from '#web/entities/transfers/transfer-context.ts';
import { call } from '#web/lib/api/call.ts';

/** What pages from other origins can do with a bucket. */
export function corsQuery(bucket: string) {
  return queryOptions({
    queryKey: bucketKeys.setting(bucket, 'cors'),
    queryFn: ({ signal }) => call(listCorsRules, { params: { bucket } }, { signal }),
    meta: { errors: 'screen' },
  });
}

type Change<Input> = (input: Input) => Promise<unknown>;

/**
 * Wraps a change after which uploads probe again whether they can reach the storage server
 * directly.
 */
function changing<Input>(bucket: string, change: Change<Input>) {
  return async (input: Input) => {
    await change(input);
    directWay.forget(bucket);
  };
}

function useCorsChange<Input>(bucket: string, change: Change<Input>) {
  return useBucketChange(changing(bucket, change), { shown: corsQuery(bucket).queryKey });
}

const add = (bucket: string) => (body: CorsInput) =>
  call(addCorsRule, { params: { bucket }, body });

/** Adds a CORS rule to those of a bucket. */
export function useAddCorsRule(bucket: string) {
  return useCorsChange(bucket, add(bucket));
}

/** Adds a CORS rule without a dialog: errors show on the page. */
export function useLetConsoleIn(bucket: string) {
  return useRowChange(changing(bucket, add(bucket)));
}

interface Edit {
  /** The rule as it was when editing started. */
  readonly rule: CorsRule;
  readonly change: CorsInput;
}

/** Changes or moves a CORS rule, unless it has changed meanwhile. */
export function useEditCorsRule(bucket: string) {
  return useCorsChange(bucket, ({ rule: { position, revision }, change }: Edit) =>
    call(editCorsRule, { params: { bucket, position }, query: { revision }, body: change }),
  );
}

/** Deletes a CORS rule, unless it has changed meanwhile. */
export function useDeleteCorsRule(bucket: string) {
  return useCorsChange(bucket, ({ position, revision }: CorsRule) =>
    call(deleteCorsRule, { params: { bucket, position }, query: { revision } }),
  );
}
