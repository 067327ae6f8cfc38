import { emptyBucket } from '@stowage/contract/bucket-admin/document';
import { deleteBucket } from '@stowage/contract/buckets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';
import { refreshBucketList } from './refresh-bucket-list.ts';

/** Object names and the reasons they could not be deleted; the first few of many. */
export interface Refusals {
  readonly name: string;
  readonly count: number;
  readonly first: readonly { readonly name: string; readonly reason: string }[];
}

export interface EmptyingProgress {
  /** The bucket being emptied. */
  readonly name: string;
  /** Objects, versions and uploads deleted from it so far. */
  readonly deleted: number;
}

/** The result of emptying and deleting several buckets. */
export interface EmptyingResult {
  readonly stopped: boolean;
  /** Buckets that still exist, in their original order. */
  readonly left: readonly string[];
  /** Buckets with objects that could not be deleted. */
  readonly refusals: readonly Refusals[];
}

interface Emptying {
  readonly names: readonly string[];
  readonly signal: AbortSignal;
  readonly onProgress: (progress: EmptyingProgress) => void;
}

const maxShown = 20;

/** Empties a bucket in several calls, each continuing where the previous one stopped. */
async function emptyOne(name: string, { signal, onProgress }: Omit<Emptying, 'names'>) {
  let cursor: string | undefined;
  let deleted = 0;
  let refusals: Refusals = { name, count: 0, first: [] };
  do {
    const body = cursor === undefined ? {} : { cursor };
    const answer = await call(emptyBucket, { params: { bucket: name }, body }, { signal });
    deleted += answer.deleted;
    refusals = {
      name,
      count: refusals.count + answer.refusedCount,
      first: [...refusals.first, ...answer.refused].slice(0, maxShown),
    };
    cursor = answer.cursor;
    onProgress({ name, deleted });
    signal.throwIfAborted();
  } while (cursor !== undefined);
  return refusals;
}

async function emptyAndDelete(emptying: Emptying): Promise<EmptyingResult> {
  const { names, signal, onProgress } = emptying;
  const left = new Set(names);
  const refusals: Refusals[] = [];
  const result = (stopped: boolean) => ({ stopped, left: [...left], refusals });
  for (const name of names) {
    try {
      onProgress({ name, deleted: 0 });
      const refused = await emptyOne(name, { signal, onProgress });
      if (refused.count > 0) {
        refusals.push(refused);
        continue;
      }
      await call(deleteBucket, { params: { name } });
      left.delete(name);
    } catch (error) {
      if (signal.aborted) return result(true);
      throw error;
    }
  }
  return result(false);
}

/** Empties buckets one by one and deletes each once it is empty. */
export function useEmptyBuckets() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: emptyAndDelete,
    onSettled: () => refreshBucketList(queryClient),
    meta: { errors: 'dialog' },
  });
}
