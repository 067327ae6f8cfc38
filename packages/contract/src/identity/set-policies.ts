import { endpoint, storage } from '../endpoint.ts';
import { z } from '../zod.ts';
import { PrincipalName, PrincipalNames, principalErrors } from './principals.ts';

export const setPolicies = endpoint({
  id: 'identity.setPolicies',
  method: 'PUT',
  path: '/set-policy',
  summary: 'Give a user or a group exactly these policies',
  permission: storage('admin:AttachUserOrGroupPolicy'),
  /** The revision of the user or the group, as returned by its own endpoint. */
  query: z.object({ revision: z.string().optional() }),
  body: z.object({
    name: PrincipalNames,
    entityName: PrincipalName,
    entityType: z.enum(['user', 'group']),
  }),
  response: null,
  status: 204,
  errors: [...principalErrors, 'NotFound', 'ManagedElsewhere', 'ChangedMeanwhile'],
});
