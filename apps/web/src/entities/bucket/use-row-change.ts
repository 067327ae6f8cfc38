import { useMutation, useQueryClient } from '@tanstack/react-query';
import { bucketKeys } from './bucket-keys.ts';

/**
 * A change of a bucket's settings that is made from a list, without a dialog:
 * its failure shows on the page. Whatever is known about buckets is loaded again
 * after it, also when somebody else was faster.
 */
export function useRowChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: bucketKeys.all }),
  });
}
