import { useMutation, useQueryClient } from '@tanstack/react-query';
import { bucketKeys } from './bucket-keys.ts';

/**
 * A change of a bucket's settings, made in a dialog, whose banner shows the
 * failure. Whatever is known about buckets is loaded again after it.
 */
export function useBucketChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: bucketKeys.all }),
    meta: { errors: 'dialog' },
  });
}
