import { MAX_POLICY_BYTES } from '../bucket-admin/settings.ts';
import { Revision, RevisionQuery } from '../bucket-admin/shared.ts';
import { endpoint, storage } from '../endpoint.ts';
import { PageQuery } from '../page-query.ts';
import { storageErrors } from '../storage-errors.ts';
import { z } from '../zod.ts';

/** The revision of a policy that does not exist: a change that carries it cannot replace one. */
export const NO_POLICY = 'none';

const NAME_WORDS = 'must be 1 to 256 characters without commas, and no spaces around';

/** The name of a new policy. Existing policies may have names that break these rules. */
export const PolicyName = z
  .string()
  .min(1, NAME_WORDS)
  .max(256, NAME_WORDS)
  .regex(/^[^,\p{Cc}]+$/u, NAME_WORDS)
  .refine((name) => name.trim() === name, NAME_WORDS);

/** The text of a policy, JSON. */
export const PolicyText = z
  .string()
  .regex(/\S/, 'must not be blank')
  .refine(
    (text) => new TextEncoder().encode(text).length <= MAX_POLICY_BYTES,
    `must have at most ${MAX_POLICY_BYTES} bytes`,
  );

export const PolicyEntry = z.object({
  name: z.string(),
  /** Number of its statements. */
  statements: z.int(),
  /** Whether every server has a built-in policy of this name. */
  builtIn: z.boolean(),
});
export type PolicyEntry = z.infer<typeof PolicyEntry>;

export const PolicyDetail = z.object({
  name: z.string(),
  /** The document, JSON. */
  policy: z.string(),
  builtIn: z.boolean(),
  createdAt: z.iso.datetime().optional(),
  updatedAt: z.iso.datetime().optional(),
  revision: Revision,
});
export type PolicyDetail = z.infer<typeof PolicyDetail>;

const readErrors = [...storageErrors, 'InvalidInput', 'NotSupported'] as const;

/** An existing policy, with any name. */
const NameQuery = z.object({ name: z.string().min(1).max(1024) });
const NameParams = NameQuery;

export const listPolicies = endpoint({
  id: 'identity.listPolicies',
  method: 'GET',
  path: '/policies',
  summary: 'The policies that users and groups may be given, by name',
  permission: storage('admin:ListUserPolicies'),
  query: PageQuery,
  response: z.object({ policies: z.array(PolicyEntry), total: z.int() }),
  status: 200,
  errors: readErrors,
});

export const savePolicy = endpoint({
  id: 'identity.savePolicy',
  method: 'POST',
  path: '/policies',
  summary: 'Create a policy, or change the one of this name',
  permission: storage('admin:CreatePolicy'),
  query: RevisionQuery,
  body: z.object({ name: PolicyName, policy: PolicyText }),
  response: z.object({ name: z.string(), policy: z.string() }),
  status: 201,
  errors: [...readErrors, 'ChangedMeanwhile', 'PolicyExists'],
});

export const getPolicy = endpoint({
  id: 'identity.getPolicy',
  method: 'GET',
  path: '/policy',
  summary: 'One policy with its document',
  permission: storage('admin:GetPolicy'),
  query: NameQuery,
  response: PolicyDetail,
  status: 200,
  errors: [...readErrors, 'NotFound'],
});

export const deletePolicy = endpoint({
  id: 'identity.deletePolicy',
  method: 'DELETE',
  path: '/policy',
  summary: 'Delete a policy that nobody has',
  permission: storage('admin:DeletePolicy'),
  query: NameQuery.extend(RevisionQuery.shape),
  response: null,
  status: 204,
  errors: [...readErrors, 'NotFound', 'ChangedMeanwhile', 'PolicyInUse'],
});

export const listPolicyUsers = endpoint({
  id: 'identity.listPolicyUsers',
  method: 'GET',
  path: '/policies/{name}/users',
  summary: 'The users that have the policy themselves',
  permission: storage('admin:ListUsers'),
  params: NameParams,
  query: PageQuery,
  response: z.array(z.string()),
  status: 200,
  errors: [...readErrors, 'NotFound'],
});

export const listPolicyGroups = endpoint({
  id: 'identity.listPolicyGroups',
  method: 'GET',
  path: '/policies/{name}/groups',
  summary: 'The groups that have the policy',
  permission: storage('admin:ListGroups'),
  params: NameParams,
  query: PageQuery,
  response: z.array(z.string()),
  status: 200,
  errors: [...readErrors, 'NotFound'],
});

/** Users and groups, by name. */
const Holders = z.object({
  users: z.array(z.string().min(1).max(1024)).max(100).default([]),
  groups: z.array(z.string().min(1).max(1024)).max(100).default([]),
});

/** The outcome for one user or group. */
export const HolderResult = z.object({
  kind: z.enum(['user', 'group']),
  name: z.string(),
  /** Why it failed; absent on success. */
  error: z.string().optional(),
});
export type HolderResult = z.infer<typeof HolderResult>;

export const changePolicyHolders = endpoint({
  id: 'identity.changePolicyHolders',
  method: 'PUT',
  path: '/policies/{name}/holders',
  summary: 'Give the policy to users and groups, and take it from others',
  permission: storage('admin:UpdatePolicyAssociation'),
  params: NameParams,
  body: z.object({ attach: Holders.prefault({}), detach: Holders.prefault({}) }),
  response: z.object({ results: z.array(HolderResult) }),
  status: 200,
  errors: [...readErrors, 'NotFound'],
});
