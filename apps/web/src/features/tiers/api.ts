import {
  addTier,
  checkTier,
  deleteTier,
  type NewTier,
  setTierCredentials,
  type TierCredentials,
  type TierType,
} from '@stowage/contract/tiers';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { tiersQuery } from '#web/entities/tier/tiers-query.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';

export interface TierKey {
  readonly type: TierType;
  readonly name: string;
}

/** Whether a tier is usable, and if not, why. */
export type TierState = { readonly online: true } | { readonly online: false; reason: string };

/** A check writes to the remote server, so it is not repeated too often. */
const CHECKED_FOR_MS = 5 * 60_000;
const checks = ['tier-checks'] as const;

/** Checks a tier by writing, reading and deleting something in its bucket. */
export function tierStateQuery({ type, name }: TierKey) {
  return queryOptions({
    queryKey: [...checks, type, name],
    queryFn: async ({ signal }): Promise<TierState> => {
      try {
        await call(checkTier, { params: { type, name } }, { signal });
        return { online: true };
      } catch (error) {
        if (signal.aborted || !(error instanceof Error)) throw error;
        const detail = detailOf(error);
        return { online: false, reason: detail === '' ? error.message : detail };
      }
    },
    enabled: name !== '',
    staleTime: CHECKED_FOR_MS,
    retry: false,
    refetchOnWindowFocus: false,
    meta: { errors: 'screen' },
  });
}

/** Reloads the list and checks the tiers again. */
export function useRefreshTiers() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: tiersQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: checks });
  };
}

/** The request, which contains a secret, is not kept. */
const FORGETTING = { gcTime: 0 };

/** Adds a tier; the server tests it first. */
export function useAddTier() {
  const queryClient = useQueryClient();
  return useMutation({
    ...FORGETTING,
    mutationFn: (body: NewTier) => call(addTier, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: tiersQuery.queryKey }),
    meta: { errors: 'caller' },
  });
}

/** Replaces the credentials of a tier; the server tests them first. */
export function useSetTierCredentials({ type, name }: TierKey) {
  const queryClient = useQueryClient();
  return useMutation({
    ...FORGETTING,
    mutationFn: (body: TierCredentials) =>
      call(setTierCredentials, { params: { type, name }, body }),
    onSuccess: async () => {
      const { queryKey } = tierStateQuery({ type, name });
      // A pending check used the old credentials.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<TierState>(queryKey, { online: true });
    },
    meta: { errors: 'dialog' },
  });
}

/** Removes an unused tier. */
export function useDeleteTier() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ type, name }: TierKey) => call(deleteTier, { params: { type, name } }),
    onSuccess: (_, { type, name }) => {
      // The row is removed first: it would request the state of a deleted tier.
      queryClient.setQueryData(tiersQuery.queryKey, (tiers) =>
        tiers?.filter((tier) => tier.type !== type || tier[type]?.name !== name),
      );
      const { queryKey } = tierStateQuery({ type, name });
      void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
      return queryClient.invalidateQueries({ queryKey: tiersQuery.queryKey });
    },
    meta: { errors: 'dialog' },
  });
}
