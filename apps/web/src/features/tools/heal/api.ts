import { getHealing, replaceDrive } from '@stowage/contract/tools/heal';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';

const healingKey = ['healing'] as const;
/** How often the drives are looked at, and while one is being filled. */
const calmMs = 15_000;
const busyMs = 2000;

/** The drives, and what the storage server heals by itself. */
export const healingQuery = queryOptions({
  queryKey: healingKey,
  queryFn: ({ signal }) => call(getHealing, {}, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.drives.some(({ healing }) => healing) ? busyMs : calmMs,
  meta: { errors: 'screen' },
});

/** Puts an empty directory in the place of a drive that is away. */
export function useReplaceDrive() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (drive: string) => call(replaceDrive, { body: { drive } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: healingKey }),
    meta: { errors: 'dialog' },
  });
}
