import { endpoint, storage } from '../endpoint.ts';
import { PageQuery } from '../page-query.ts';
import { z } from '../zod.ts';
import {
  NewGroupName,
  PrincipalChangeQuery,
  PrincipalNames,
  PrincipalQuery,
  PrincipalStatus,
  principalErrors,
} from './principals.ts';

export const Group = z.object({
  name: z.string(),
  /** Access keys. */
  members: z.array(z.string()),
  status: PrincipalStatus,
  /** Names of its policies, comma-separated, even if the group is disabled. */
  policy: z.string(),
  revision: z.string(),
});
export type Group = z.infer<typeof Group>;

export const listGroups = endpoint({
  id: 'identity.listGroups',
  method: 'GET',
  path: '/groups',
  summary: 'The names of the groups',
  permission: storage('admin:ListGroups'),
  query: PageQuery,
  response: z.object({ groups: z.array(z.string()), total: z.int() }),
  status: 200,
  errors: principalErrors,
});

export const createGroup = endpoint({
  id: 'identity.createGroup',
  method: 'POST',
  path: '/groups',
  summary: 'Create a group with its members',
  permission: storage('admin:AddUserToGroup'),
  body: z.object({ group: NewGroupName, members: PrincipalNames.default([]) }),
  response: null,
  status: 201,
  errors: [...principalErrors, 'GroupExists', 'NotFound', 'ManagedElsewhere'],
});

export const getGroup = endpoint({
  id: 'identity.getGroup',
  method: 'GET',
  path: '/group',
  summary: 'One group',
  permission: storage('admin:GetGroup'),
  query: PrincipalQuery,
  response: Group,
  status: 200,
  errors: [...principalErrors, 'NotFound'],
});

export const setGroup = endpoint({
  id: 'identity.setGroup',
  method: 'PUT',
  path: '/group',
  summary: 'Set the members and the status of a group',
  permission: storage('admin:AddUserToGroup'),
  query: PrincipalChangeQuery,
  body: z.object({
    /** The name again, as sent by older clients. */
    group: z.string().optional(),
    members: PrincipalNames,
    status: PrincipalStatus,
  }),
  response: Group,
  status: 200,
  errors: [...principalErrors, 'NotFound', 'ManagedElsewhere', 'ChangedMeanwhile'],
});

export const deleteGroup = endpoint({
  id: 'identity.deleteGroup',
  method: 'DELETE',
  path: '/group',
  summary: 'Take all members out of a group and delete it',
  permission: storage('admin:RemoveUserFromGroup'),
  query: PrincipalChangeQuery,
  response: null,
  status: 204,
  errors: [...principalErrors, 'NotFound', 'ManagedElsewhere', 'ChangedMeanwhile'],
});
