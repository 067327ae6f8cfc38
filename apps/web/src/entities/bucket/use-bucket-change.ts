import {
  partialMatchKey,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { bucketKeys } from './bucket-keys.ts';

interface ChangeEffect<Input, Output> {
  /** The key of the data that the screen behind the dialog shows; the dialog waits for it. */
  readonly shown: QueryKey;
  /** The new data for `shown`, if the response contains it; otherwise it is reloaded. */
  readonly answer?: (output: Output, input: Input) => unknown;
}

function loadOthersAgain(queryClient: QueryClient, shown?: QueryKey): void {
  void queryClient.invalidateQueries({
    queryKey: bucketKeys.all,
    predicate: ({ queryKey }) => shown === undefined || !partialMatchKey(queryKey, shown),
  });
}

/** Invalidates all bucket data, but waits only for the data under `shown`. */
export function loadBucketsAgain(queryClient: QueryClient, shown: QueryKey): Promise<void> {
  loadOthersAgain(queryClient, shown);
  return queryClient.invalidateQueries({ queryKey: shown });
}

/**
 * Changes a bucket's settings from a dialog, whose banner shows any error. The dialog waits only
 * for the data shown on the screen behind it, if that is named; the bucket data of other screens is
 * reloaded in the background. The request, which may contain credentials, is not kept.
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
