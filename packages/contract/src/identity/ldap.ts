import { endpoint, storage } from '../endpoint.ts';
import { PageQuery } from '../page-query.ts';
import { z } from '../zod.ts';
import { PrincipalName, principalErrors } from './principals.ts';

export const LdapEntityKind = z.enum(['user', 'group']);
export type LdapEntityKind = z.infer<typeof LdapEntityKind>;

/** A directory user or group with attached policies. */
export const LdapEntity = z.object({
  kind: LdapEntityKind,
  /**
   * The DN as returned by the storage server: MinIO removes its escapes, so it may not parse as a
   * DN.
   */
  dn: z.string(),
  /** Sorted by name. */
  policies: z.array(z.string()),
});
export type LdapEntity = z.infer<typeof LdapEntity>;

/** The subject and the policies of an attachment or detachment. */
const LdapPolicyChange = z.object({
  kind: LdapEntityKind,
  /** A DN, with or without escapes; users can also be given by login name. */
  name: PrincipalName,
  policies: z.array(PrincipalName).min(1, 'must name a policy').max(1000),
});

export const listLdapEntities = endpoint({
  id: 'identity.listLdapEntities',
  method: 'GET',
  path: '/ldap/entities',
  summary: 'The users and groups of the directory that have policies',
  permission: storage('admin:ListUserPolicies'),
  query: PageQuery,
  response: z.object({ entities: z.array(LdapEntity), total: z.int() }),
  status: 200,
  errors: principalErrors,
});

export const attachLdapPolicies = endpoint({
  id: 'identity.attachLdapPolicies',
  method: 'POST',
  path: '/ldap/attach',
  summary: 'Attach policies to a user or a group of the directory',
  permission: storage('admin:UpdatePolicyAssociation'),
  body: LdapPolicyChange,
  response: null,
  status: 204,
  errors: principalErrors,
});

export const detachLdapPolicies = endpoint({
  id: 'identity.detachLdapPolicies',
  method: 'POST',
  path: '/ldap/detach',
  summary: 'Detach policies from a user or a group of the directory',
  permission: storage('admin:UpdatePolicyAssociation'),
  body: LdapPolicyChange,
  response: null,
  status: 204,
  errors: principalErrors,
});
