import type { CallOutput } from '@stowage/contract/endpoint';
import { getGroup, listGroups } from '@stowage/contract/identity/groups';
import type { listPolicies } from '@stowage/contract/identity/policies';
import { setPolicies } from '@stowage/contract/identity/set-policies';
import { getUser, listUsers } from '@stowage/contract/identity/users';
import { type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { policiesQuery } from '#web/entities/policy/policies-query.ts';
import { call } from '#web/lib/api/call.ts';

/** Everything that is known about users and groups. */
const all = ['identity'] as const;

/** All users; the storage server gives them in one answer. */
export const usersQuery = queryOptions({
  queryKey: [...all, 'users'],
  queryFn: ({ signal }) => call(listUsers, {}, { signal }),
  select: ({ users }) => users,
  meta: { errors: 'screen' },
});

/** Only their names, for pickers. */
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

/** A failure shows in the snack bar: a group that does not come counts as empty (GROUPS-32). */
export function groupQuery(name: string) {
  return queryOptions({
    queryKey: [...all, 'group', name],
    queryFn: ({ signal }) => call(getGroup, { query: { name } }, { signal }),
  });
}

/** The names of the policies that can be given. */
export const policyNamesQuery = {
  ...policiesQuery,
  select: ({ policies }: CallOutput<typeof listPolicies>) => policies.map(({ name }) => name),
};

interface ChangeOptions<Input> {
  /** The keys of what the screen shows of the change: the dialog waits for them. */
  readonly shown?: (input: Input) => QueryKey;
  /** Where a failure shows: in the dialog when left out. */
  readonly errors?: 'caller' | 'page';
}

/**
 * A change of users or groups. What the screen shows of it is loaded before the dialog goes; the
 * rest of what is known about users and groups is loaded behind it. What was sent, which may hold
 * passwords, is not kept.
 */
export function useIdentityChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  { shown, errors }: ChangeOptions<Input> = {},
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (_output, input) => {
      const others = queryClient.invalidateQueries({ queryKey: all });
      if (shown === undefined) void others;
      else await queryClient.invalidateQueries({ queryKey: shown(input) });
    },
    gcTime: 0,
    meta: errors === 'page' ? {} : { errors: errors ?? 'dialog' },
  });
}

/** A user or a group that policies are set for, as it was loaded. */
export interface PolicyHolder {
  readonly type: 'user' | 'group';
  readonly name: string;
  readonly policies: readonly string[];
  readonly revision: string;
}

/** Gives a user or a group exactly these policies (POLSET-04). */
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
