import type { Bucket } from '@stowage/contract/buckets';
import { useEffect, useRef, useState } from 'react';
import { BucketsNotDeleted, useDeleteBuckets } from './delete-buckets.ts';
import { onlyByForce } from './deletion-ways.ts';
import { type EmptyingProgress, type Refusals, useEmptyBuckets } from './empty-buckets.ts';

export type DeletableBucket = Pick<Bucket, 'name' | 'allowedActions'>;

/** The state of a deletion: the question, or what has to happen before it can continue. */
export type DeletionStep =
  | { readonly kind: 'ask' }
  /** These are not empty, but can be emptied. */
  | { readonly kind: 'notEmpty'; readonly names: readonly string[] }
  | { readonly kind: 'emptying'; readonly progress: EmptyingProgress }
  | { readonly kind: 'stopped'; readonly names: readonly string[] }
  | { readonly kind: 'refused'; readonly refusals: readonly Refusals[] };

interface DeletionInput {
  readonly buckets: readonly DeletableBucket[];
  /** The remaining buckets if some could not be deleted; empty if all are gone. */
  readonly onDeleted: (left: readonly string[]) => void;
  /** All have been deleted. */
  readonly onFinished: () => void;
}

/** Deletes buckets, first emptying those that are not empty if the user agrees. */
export function useBucketDeletion({ buckets, onDeleted, onFinished }: DeletionInput) {
  const [step, setStep] = useState<DeletionStep>({ kind: 'ask' });
  const remove = useDeleteBuckets();
  const empty = useEmptyBuckets();
  const stopper = useRef<AbortController>(null);
  useEffect(() => () => stopper.current?.abort(), []);

  const start = () =>
    remove.mutate(
      buckets.map((bucket) => ({ name: bucket.name, force: onlyByForce(bucket) })),
      {
        onSuccess: () => {
          onDeleted([]);
          onFinished();
        },
        onError: (error) => {
          if (!(error instanceof BucketsNotDeleted)) return;
          onDeleted(error.names);
          if (error.notEmpty.length > 0) setStep({ kind: 'notEmpty', names: error.notEmpty });
        },
      },
    );

  const startEmptying = (names: readonly string[]) => {
    const controller = new AbortController();
    stopper.current = controller;
    setStep({ kind: 'emptying', progress: { name: names[0] ?? '', deleted: 0 } });
    empty.mutate(
      {
        names,
        signal: controller.signal,
        onProgress: (progress) => setStep({ kind: 'emptying', progress }),
      },
      {
        onSuccess: ({ stopped, left, refusals }) => {
          onDeleted(left);
          if (stopped) setStep({ kind: 'stopped', names: left });
          else if (refusals.length > 0) setStep({ kind: 'refused', refusals });
          else onFinished();
        },
        onError: () => setStep({ kind: 'notEmpty', names }),
      },
    );
  };

  return {
    step,
    deleting: remove.isPending,
    start,
    startEmptying,
    stop: () => stopper.current?.abort(new DOMException('stopped', 'AbortError')),
  };
}
