import { deleteBucket } from '@stowage/contract/buckets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { call } from '#web/lib/api/call.ts';
import { translate } from '#web/lib/i18n/messages.ts';
import { bucketsText } from '../en.ts';

interface NotDeleted {
  readonly name: string;
  readonly error: Error;
}

/** Some buckets of several could not be deleted; the others are gone. */
export class BucketsNotDeleted extends Error {
  readonly names: readonly string[];

  constructor(failures: readonly NotDeleted[], asked: number) {
    const reasons = failures.map(({ name, error }) => `${name}: ${error.message}`);
    super(
      translate(bucketsText, 'delete.someFailed', {
        failed: failures.length,
        asked,
        reasons: reasons.join('\n'),
      }),
    );
    this.name = 'BucketsNotDeleted';
    this.names = failures.map(({ name }) => name);
  }
}

async function deleteAll(names: readonly string[]): Promise<void> {
  const failures: NotDeleted[] = [];
  for (const name of names) {
    try {
      await call(deleteBucket, { params: { name } });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      failures.push({ name, error });
    }
  }
  const [first] = failures;
  if (first === undefined) return;
  throw names.length === 1 ? first.error : new BucketsNotDeleted(failures, names.length);
}

/** Deletes empty buckets one after the other and loads the list again, whatever came of it. */
export function useDeleteBuckets() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteAll,
    onSettled: () => queryClient.invalidateQueries({ queryKey: bucketKeys.all }),
    meta: { errors: 'dialog' },
  });
}
