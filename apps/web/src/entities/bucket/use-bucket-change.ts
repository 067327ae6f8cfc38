import {
  partialMatchKey,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { bucketKeys } from './bucket-keys.ts';

interface ChangeEffect<Input, Output> {
  /** The key of what the screen behind the dialog shows of the change: the dialog waits for it. */
  readonly shown: QueryKey;
  /** What is known under `shown` after the change, where its answer says so; else it is loaded. */
  readonly answer?: (output: Output, input: Input) => unknown;
}

function loadOthersAgain(queryClient: QueryClient, shown?: QueryKey): void {
  void queryClient.invalidateQueries({
    queryKey: bucketKeys.all,
    predicate: ({ queryKey }) => shown === undefined || !partialMatchKey(queryKey, shown),
  });
}

/** Loads whatever is known about buckets again, and waits for what stands under `shown` alone. */
export function loadBucketsAgain(queryClient: QueryClient, shown: QueryKey): Promise<void> {
  loadOthersAgain(queryClient, shown);
  return queryClient.invalidateQueries({ queryKey: shown });
}

/**
 * A change of a bucket's settings, made in a dialog, whose banner shows the
 * failure. The dialog waits for what the screen shows of the change, if it names that, and for
 * nothing else; whatever other screens know about buckets is loaded again behind it. What was
 * sent, which may hold credentials, is not kept.
 */
export function useBucketChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  effect?: ChangeEffect<Input, Output>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (output, input) => {
      if (effect === undefined) return loadOthersAgain(queryClient);
      const { shown, answer } = effect;
      if (answer === undefined) return loadBucketsAgain(queryClient, shown);
      loadOthersAgain(queryClient, shown);
      await queryClient.cancelQueries({ queryKey: shown });
      queryClient.setQueryData(shown, answer(output, input));
    },
    gcTime: 0,
    meta: { errors: 'dialog' },
  });
}
