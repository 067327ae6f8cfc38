import { useMutation, useQueryClient } from '@tanstack/react-query';
import { bucketKeys } from './bucket-keys.ts';

/**
 * Changes a bucket's settings from a list, without a dialog; errors show on the page. All bucket
 * data is reloaded afterwards, even when the change conflicted with another one.
 */
export function useRowChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: bucketKeys.all }),
  });
}
