import { abortUpload, type IncompleteUpload, listUploads } from '@stowage/contract/uploads';
import { queryOptions } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { useBucketChange } from '#web/entities/bucket/use-bucket-change.ts';
import { toWirePath } from '#web/entities/object/wire-path.ts';
import { call } from '#web/lib/api/call.ts';

/** Maximum number shown; a bucket may have any number of them. */
const maxShown = 1000;

export interface IncompleteUploads {
  readonly uploads: readonly IncompleteUpload[];
  /** Whether there are more. */
  readonly more: boolean;
}

async function firstUploads(bucket: string, signal: AbortSignal): Promise<IncompleteUploads> {
  const uploads: IncompleteUpload[] = [];
  let cursor: string | undefined;
  do {
    const query = cursor === undefined ? {} : { cursor };
    const page = await call(listUploads, { params: { bucket }, query }, { signal });
    uploads.push(...page.uploads);
    cursor = page.next;
  } while (cursor !== undefined && uploads.length < maxShown);
  return { uploads, more: cursor !== undefined };
}

/** The uploads into a bucket that were neither completed nor aborted. */
export function incompleteUploadsQuery(bucket: string) {
  return queryOptions({
    queryKey: bucketKeys.setting(bucket, 'incomplete-uploads'),
    queryFn: ({ signal }) => firstUploads(bucket, signal),
    meta: { errors: 'screen' },
  });
}

/** Aborts an upload, deleting the parts uploaded so far. */
export function useAbortUpload(bucket: string) {
  return useBucketChange(
    ({ path, upload_id: upload }: IncompleteUpload) =>
      call(abortUpload, { params: { bucket, upload }, query: { path: toWirePath(path) } }),
    { shown: incompleteUploadsQuery(bucket).queryKey },
  );
}
