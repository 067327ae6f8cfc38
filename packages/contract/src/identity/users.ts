import { always, endpoint, storage } from '../endpoint.ts';
import { PageQuery } from '../page-query.ts';
import { z } from '../zod.ts';
import {
  NewAccessKey,
  NewSecretKey,
  PrincipalChangeQuery,
  PrincipalName,
  PrincipalNames,
  PrincipalQuery,
  PrincipalStatus,
  principalErrors,
} from './principals.ts';

/** A user as it appears in the list. */
export const ListedUser = z.object({
  accessKey: z.string(),
  status: PrincipalStatus,
  /** Names of its groups. */
  memberOf: z.array(z.string()),
  /** Names of its own policies, excluding those of its groups. */
  policy: z.array(z.string()),
});
export type ListedUser = z.infer<typeof ListedUser>;

export const User = ListedUser.extend({
  /** Whether it has a policy, directly or through a group, as far as the caller may see. */
  hasPolicy: z.boolean(),
  revision: z.string(),
});
export type User = z.infer<typeof User>;

export const listUsers = endpoint({
  id: 'identity.listUsers',
  method: 'GET',
  path: '/users',
  summary: 'The users, by name',
  permission: storage('admin:ListUsers'),
  query: PageQuery,
  response: z.object({ users: z.array(ListedUser), total: z.int() }),
  status: 200,
  errors: principalErrors,
});

export const createUser = endpoint({
  id: 'identity.createUser',
  method: 'POST',
  path: '/users',
  summary: 'Create a user with its groups and policies',
  permission: storage('admin:CreateUser'),
  body: z.object({
    accessKey: NewAccessKey,
    secretKey: NewSecretKey,
    groups: PrincipalNames.default([]),
    policies: PrincipalNames.default([]),
  }),
  response: User,
  status: 201,
  errors: [...principalErrors, 'UserExists', 'ManagedElsewhere'],
});

export const getUser = endpoint({
  id: 'identity.getUser',
  method: 'GET',
  path: '/user',
  summary: 'One user',
  permission: storage('admin:GetUser'),
  query: PrincipalQuery,
  response: User,
  status: 200,
  errors: [...principalErrors, 'NotFound'],
});

export const setUser = endpoint({
  id: 'identity.setUser',
  method: 'PUT',
  path: '/user',
  summary: 'Set the status, the groups and the policies of a user; what is left out stays',
  permission: storage('admin:EnableUser'),
  query: PrincipalChangeQuery,
  body: z.object({
    status: PrincipalStatus.optional(),
    groups: PrincipalNames.optional(),
    policies: PrincipalNames.optional(),
  }),
  response: User,
  status: 200,
  errors: [...principalErrors, 'NotFound', 'OwnAccount', 'ManagedElsewhere', 'ChangedMeanwhile'],
});

export const deleteUser = endpoint({
  id: 'identity.deleteUser',
  method: 'DELETE',
  path: '/user',
  summary: 'Delete a user with its service accounts',
  permission: storage('admin:DeleteUser'),
  recentLogin: always,
  query: PrincipalQuery,
  /** The access key again, as sent by older clients. */
  body: z.object({ id: PrincipalName }).optional(),
  response: null,
  status: 204,
  errors: ['PasswordRequired', ...principalErrors, 'NotFound', 'OwnAccount', 'ManagedElsewhere'],
});

export const addUsersToGroups = endpoint({
  id: 'identity.addUsersToGroups',
  method: 'PUT',
  path: '/users-groups-bulk',
  summary: 'Add users to groups',
  permission: storage('admin:AddUserToGroup'),
  body: z.object({ groups: PrincipalNames.min(1), users: PrincipalNames.min(1) }),
  response: null,
  status: 200,
  errors: [...principalErrors, 'NotFound', 'ManagedElsewhere'],
});

export const changeUserPassword = endpoint({
  id: 'identity.changeUserPassword',
  method: 'POST',
  path: '/account/change-user-password',
  summary: "Change another user's password",
  permission: storage('admin:CreateUser'),
  body: z.object({ selectedUser: PrincipalName, newSecretKey: NewSecretKey }),
  response: null,
  status: 201,
  errors: [...principalErrors, 'NotFound', 'ManagedElsewhere'],
});
