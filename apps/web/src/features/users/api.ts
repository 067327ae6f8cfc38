import type { CallInput } from '@stowage/contract/endpoint';
import {
  addUsersToGroups,
  changeUserPassword,
  createUser,
  deleteUser,
  setUser,
} from '@stowage/contract/identity/users';
import { useIdentityChange, userQuery, usersQuery } from '#web/entities/identity/api.ts';
import { unlessGone } from '#web/entities/identity/unless-gone.ts';
import { call } from '#web/lib/api/call.ts';

export type NewUser = CallInput<typeof createUser>['body'];

export function useCreateUser() {
  return useIdentityChange((body: NewUser) => call(createUser, { body }), {
    shown: () => usersQuery.queryKey,
  });
}

/** Changes to a user; omitted fields stay unchanged. They include the state they are based on. */
export interface UserChange extends NonNullable<CallInput<typeof setUser>['body']> {
  readonly name: string;
  readonly revision: string;
}

const sendChange = ({ name, revision, ...body }: UserChange) =>
  call(setUser, { query: { name, revision }, body });
const shown = ({ name }: UserChange) => userQuery(name).queryKey;

export function useSetUser() {
  return useIdentityChange(sendChange, { shown });
}

/** Switches a user's status; errors show on the page. */
export function useSetUserStatus() {
  return useIdentityChange(sendChange, { shown, errors: 'page' });
}

/** Edits a user, including the password if a new one was entered. */
export function useEditUser() {
  return useIdentityChange(
    async ({ secretKey, ...change }: UserChange & { readonly secretKey: string }) => {
      await sendChange(change);
      if (secretKey !== '')
        await sendPassword({ selectedUser: change.name, newSecretKey: secretKey });
    },
    { shown },
  );
}

/** Deletes a user; 'gone' if somebody else already did. */
export function useDeleteUser() {
  return useIdentityChange(
    (name: string) => unlessGone(call(deleteUser, { query: { name }, body: { id: name } })),
    {
      gone: (name) => userQuery(name).queryKey,
      note: (queryClient, name) =>
        queryClient.setQueryData(usersQuery.queryKey, (list) => {
          const users = list?.users.filter(({ accessKey }) => accessKey !== name);
          return users && { users, total: users.length };
        }),
    },
  );
}

export function useAddUsersToGroups() {
  return useIdentityChange(
    (body: { readonly users: readonly string[]; readonly groups: readonly string[] }) =>
      call(addUsersToGroups, { body: { users: [...body.users], groups: [...body.groups] } }),
    { shown: () => usersQuery.queryKey },
  );
}

const sendPassword = (body: CallInput<typeof changeUserPassword>['body']) =>
  call(changeUserPassword, { body });

export function useChangeUserPassword() {
  return useIdentityChange(sendPassword);
}
