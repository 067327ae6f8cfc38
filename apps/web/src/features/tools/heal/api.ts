import { getHealing, replaceDrive } from '@stowage/contract/tools/heal';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';

const healingKey = ['healing'] as const;
/** How often the drives are polled, and while one is being filled. */
const calmMs = 15_000;
const busyMs = 2000;

/** The drives, and the storage server's background healing. */
export const healingQuery = queryOptions({
  queryKey: healingKey,
  queryFn: ({ signal }) => call(getHealing, {}, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.drives.some(({ healing }) => healing) ? busyMs : calmMs,
  meta: { errors: 'screen' },
});

/** Replaces an offline drive with an empty directory. */
export function useReplaceDrive() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (drive: string) => call(replaceDrive, { body: { drive } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: healingKey }),
    meta: { errors: 'dialog' },
  });
}
