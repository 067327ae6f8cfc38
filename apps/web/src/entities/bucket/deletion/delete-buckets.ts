import { deleteBucket } from '@stowage/contract/buckets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import { translate } from '#web/lib/i18n/messages.ts';
import { deletionText } from './en.ts';
import { refreshBucketList } from './refresh-bucket-list.ts';

/** A bucket to delete; with `force`, including everything in it. */
export interface DoomedBucket {
  readonly name: string;
  readonly force: boolean;
}

interface NotDeleted {
  readonly name: string;
  readonly error: Error;
}

function messageOf(failures: readonly NotDeleted[], asked: number): string {
  const [first] = failures;
  if (asked === 1 && first !== undefined) return first.error.message;
  const reasons = failures.map(({ name, error }) => `${name}: ${error.message}`);
  return translate(deletionText, 'someFailed', {
    failed: failures.length,
    asked,
    reasons: reasons.join('\n'),
  });
}

/** Thrown when some buckets could not be deleted; the others are gone. */
export class BucketsNotDeleted extends Error {
  readonly names: readonly string[];
  /** Buckets that could be deleted once emptied. */
  readonly notEmpty: readonly string[];

  constructor(failures: readonly NotDeleted[], asked: number) {
    super(messageOf(failures, asked));
    this.name = 'BucketsNotDeleted';
    this.names = failures.map(({ name }) => name);
    this.notEmpty = failures
      .filter(({ error }) => error instanceof ApiError && error.code === 'BucketNotEmpty')
      .map(({ name }) => name);
  }
}

async function deleteAll(buckets: readonly DoomedBucket[]): Promise<void> {
  const failures: NotDeleted[] = [];
  for (const { name, force } of buckets) {
    try {
      await call(deleteBucket, { params: { name }, query: force ? { force: 'true' } : {} });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      failures.push({ name, error });
    }
  }
  if (failures.length > 0) throw new BucketsNotDeleted(failures, buckets.length);
}

/** Deletes buckets one by one and reloads the list, whatever the outcome. */
export function useDeleteBuckets() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteAll,
    onSettled: () => refreshBucketList(queryClient),
    meta: { errors: 'dialog' },
  });
}
