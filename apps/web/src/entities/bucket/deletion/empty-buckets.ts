import { emptyBucket } from '@stowage/contract/bucket-admin/document';
import { deleteBucket } from '@stowage/contract/buckets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';
import { refreshBucketList } from './refresh-bucket-list.ts';

/** What an object's name and the reason for its refusal are; the first few of many. */
export interface Refusals {
  readonly name: string;
  readonly count: number;
  readonly first: readonly { readonly name: string; readonly reason: string }[];
}

export interface EmptyingProgress {
  /** The bucket that is being emptied. */
  readonly name: string;
  /** Objects, versions and uploads that were deleted there so far. */
  readonly deleted: number;
}

/** What became of emptying and deleting several buckets. */
export interface EmptyingResult {
  readonly stopped: boolean;
  /** Buckets that are still there, in their order. */
  readonly left: readonly string[];
  /** Buckets whose objects were partly refused. */
  readonly refusals: readonly Refusals[];
}

interface Emptying {
  readonly names: readonly string[];
  readonly signal: AbortSignal;
  readonly onProgress: (progress: EmptyingProgress) => void;
}

const maxShown = 20;

/** Empties a bucket call by call, each going on where the one before ended. */
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

/** Empties buckets one after the other and deletes each that has become empty. */
export function useEmptyBuckets() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: emptyAndDelete,
    onSettled: () => refreshBucketList(queryClient),
    meta: { errors: 'dialog' },
  });
}
