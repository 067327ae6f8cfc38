import type { CallOutput } from '@stowage/contract/endpoint';
import { getGroup, listGroups } from '@stowage/contract/identity/groups';
import type { listPolicies } from '@stowage/contract/identity/policies';
import { setPolicies } from '@stowage/contract/identity/set-policies';
import { getUser, listUsers } from '@stowage/contract/identity/users';
import {
  partialMatchKey,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { policiesQuery } from '#web/entities/policy/policies-query.ts';
import { call } from '#web/lib/api/call.ts';

/** All data about users and groups. */
const all = ['identity'] as const;

/** All users; the storage server returns them in one response. */
export const usersQuery = queryOptions({
  queryKey: [...all, 'users'],
  queryFn: ({ signal }) => call(listUsers, {}, { signal }),
  select: ({ users }) => users,
  meta: { errors: 'screen' },
});

/** Only the names, for pickers. */
export const userNamesQuery = {
  ...usersQuery,
  select: ({ users }: CallOutput<typeof listUsers>) => users.map(({ accessKey }) => accessKey),
};

export function userQuery(name: string) {
  return queryOptions({
    queryKey: [...all, 'user', name],
    queryFn: ({ signal }) => call(getUser, { query: { name } }, { signal }),
    meta: { errors: 'screen' },
  });
}

export const groupsQuery = queryOptions({
  queryKey: [...all, 'groups'],
  queryFn: ({ signal }) => call(listGroups, {}, { signal }),
  select: ({ groups }) => groups,
  meta: { errors: 'screen' },
});

/**
 * The members and status of a group. The page says why a group failed to load, and counts it as
 * empty (GROUPS-32).
 */
export function groupQuery(name: string) {
  return queryOptions({
    queryKey: [...all, 'group', name],
    queryFn: ({ signal }) => call(getGroup, { query: { name } }, { signal }),
    meta: { errors: 'screen' },
  });
}

/** The names of the policies that can be assigned. */
export const policyNamesQuery = {
  ...policiesQuery,
  select: ({ policies }: CallOutput<typeof listPolicies>) => policies.map(({ name }) => name),
};

interface ChangeOptions<Input> {
  /** The key of the data the screen shows; the dialog waits for it. */
  readonly shown?: (input: Input) => QueryKey;
  /** The key of what no longer exists, which is not requested again. */
  readonly gone?: (input: Input) => QueryKey;
  /** Updates the cache with what is already known, before anything is loaded. */
  readonly note?: (queryClient: QueryClient, input: Input) => void;
  /** Where errors are shown; in the dialog if omitted. */
  readonly errors?: 'page';
}

/**
 * Changes users or groups. The dialog closes once the data on the screen is reloaded; the other
 * data about users and groups is reloaded in the background. The request, which may contain
 * passwords, is not kept.
 */
export function useIdentityChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  { shown, gone, note, errors }: ChangeOptions<Input> = {},
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (_output, input) => {
      note?.(queryClient, input);
      const awaited = shown?.(input);
      const apart = [awaited, gone?.(input)].filter((key) => key !== undefined);
      void queryClient.invalidateQueries({
        queryKey: all,
        predicate: ({ queryKey }) => !apart.some((key) => partialMatchKey(queryKey, key)),
      });
      if (awaited) await queryClient.invalidateQueries({ queryKey: awaited });
    },
    gcTime: 0,
    meta: errors === 'page' ? {} : { errors: 'dialog' },
  });
}

/** A user or group whose policies are edited, as loaded. */
export interface PolicyHolder {
  readonly type: 'user' | 'group';
  readonly name: string;
  readonly policies: readonly string[];
  readonly revision: string;
}

/** Assigns exactly these policies to a user or group (POLSET-04). */
export function useSetPolicies() {
  return useIdentityChange(
    ({ type, name, revision, policies }: PolicyHolder) =>
      call(setPolicies, {
        query: { revision },
        body: { name: [...policies], entityName: name, entityType: type },
      }),
    {
      shown: ({ type, name }) =>
        type === 'user' ? userQuery(name).queryKey : groupQuery(name).queryKey,
    },
  );
}
