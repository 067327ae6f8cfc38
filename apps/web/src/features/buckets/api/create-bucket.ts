import { createBucket, type MakeBucket } from '@stowage/contract/buckets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { call } from '#web/lib/api/call.ts';

/** Creates a bucket and reloads the list. */
export function useCreateBucket() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: MakeBucket) => call(createBucket, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: bucketKeys.all }),
    meta: { errors: 'dialog' },
  });
}
