import {
  changePolicyHolders,
  deletePolicy,
  getPolicy,
  type HolderResult,
  listPolicyGroups,
  listPolicyUsers,
  savePolicy,
} from '@stowage/contract/identity/policies';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { unlessGone } from '#web/entities/identity/unless-gone.ts';
import { policyKeys } from '#web/entities/policy/policy-keys.ts';
import { call } from '#web/lib/api/call.ts';

/** One policy with its document. */
export function policyQuery(name: string) {
  return queryOptions({
    queryKey: policyKeys.one(name),
    queryFn: ({ signal }) => call(getPolicy, { query: { name } }, { signal }),
    meta: { errors: 'screen' },
  });
}

export type HolderKind = 'users' | 'groups';

/** The names of the users or groups that have the policy. */
export function holdersQuery(name: string, kind: HolderKind) {
  return queryOptions({
    queryKey: [...policyKeys.holders(name), kind],
    queryFn: ({ signal }) =>
      call(kind === 'users' ? listPolicyUsers : listPolicyGroups, { params: { name } }, { signal }),
    meta: { errors: 'screen' },
  });
}

interface Saved {
  readonly name: string;
  readonly policy: string;
  /** The state it is based on. */
  readonly revision: string;
}

/** Creates or changes a policy, and waits until its new state is loaded. */
export function useSavePolicy() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ revision, ...body }: Saved) => call(savePolicy, { query: { revision }, body }),
    onSuccess: async (_answer, { name }) => {
      void queryClient.invalidateQueries({ queryKey: policyKeys.list });
      await queryClient.invalidateQueries({ queryKey: policyKeys.one(name) });
    },
    meta: { errors: 'dialog' },
  });
}

/** Deletes a policy; 'gone' if somebody else already did. */
export function useDeletePolicy() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => unlessGone(call(deletePolicy, { query: { name } })),
    onSuccess: (_outcome, name) => {
      // The policy's page may still be open, and must not request what is deleted.
      queryClient.removeQueries({ queryKey: policyKeys.one(name), type: 'inactive' });
      return queryClient.invalidateQueries({ queryKey: policyKeys.list });
    },
    meta: { errors: 'dialog' },
  });
}

interface HolderChange {
  readonly attach: readonly string[];
  readonly detach: readonly string[];
}

/** Maximum number of names per request. */
const AT_ONCE = 100;

function batches(names: readonly string[]): string[][] {
  const count = Math.ceil(names.length / AT_ONCE);
  return Array.from({ length: count }, (_, n) => names.slice(n * AT_ONCE, (n + 1) * AT_ONCE));
}

/**
 * Attaches the policy to some users or groups and detaches it from others; returns a result for
 * each.
 */
export function useChangeHolders(name: string, kind: HolderKind) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ attach, detach }: HolderChange) => {
      const results: HolderResult[] = [];
      const bodies = [
        ...batches(attach).map((names) => ({ attach: { [kind]: names } })),
        ...batches(detach).map((names) => ({ detach: { [kind]: names } })),
      ];
      for (const body of bodies) {
        const answer = await call(changePolicyHolders, { params: { name }, body });
        results.push(...answer.results);
      }
      return results;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: policyKeys.holders(name) }),
    meta: { errors: 'dialog' },
  });
}
