import { useMutation, useQueryClient } from '@tanstack/react-query';
import { bucketKeys } from './bucket-keys.ts';

/**
 * A change of a bucket's settings, made in a dialog, whose banner shows the
 * failure. Whatever is known about buckets is loaded again after it; what was
 * sent, which may hold credentials, is not kept.
 */
export function useBucketChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: bucketKeys.all }),
    gcTime: 0,
    meta: { errors: 'dialog' },
  });
}
