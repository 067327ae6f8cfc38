import type { CallInput } from '@stowage/contract/endpoint';
import { createGroup, deleteGroup, setGroup } from '@stowage/contract/identity/groups';
import { groupQuery, groupsQuery, useIdentityChange } from '#web/entities/identity/api.ts';
import { unlessGone } from '#web/entities/identity/unless-gone.ts';
import { call } from '#web/lib/api/call.ts';

export function useCreateGroup() {
  return useIdentityChange(
    (body: CallInput<typeof createGroup>['body']) => call(createGroup, { body }),
    { shown: () => groupsQuery.queryKey },
  );
}

/** A group's complete members and status, with the state it is based on. */
export interface GroupChange {
  readonly group: string;
  readonly revision: string;
  readonly members: readonly string[];
  readonly status: 'enabled' | 'disabled';
}

/** @param errors where errors are shown: in the dialog if omitted */
export function useSetGroup(errors?: 'page') {
  return useIdentityChange(
    ({ group, revision, members, status }: GroupChange) =>
      call(setGroup, {
        query: { name: group, revision },
        body: { group, members: [...members], status },
      }),
    { shown: ({ group }) => groupQuery(group).queryKey, ...(errors && { errors }) },
  );
}

/** Deletes a group; 'gone' if somebody else already did. */
export function useDeleteGroup() {
  return useIdentityChange((name: string) => unlessGone(call(deleteGroup, { query: { name } })), {
    gone: (name) => groupQuery(name).queryKey,
    note: (queryClient, name) =>
      queryClient.setQueryData(groupsQuery.queryKey, (list) => {
        const groups = list?.groups.filter((group) => group !== name);
        return groups && { groups, total: groups.length };
      }),
  });
}
