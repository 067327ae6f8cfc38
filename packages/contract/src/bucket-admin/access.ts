import { endpoint, storage } from '../endpoint.ts';
import { PageQuery } from '../page-query.ts';
import { z } from '../zod.ts';
import {
  BucketParams,
  changeErrors,
  KeyPart,
  Revision,
  RevisionQuery,
  readErrors,
} from './shared.ts';

export const ACCESS_LEVELS = ['readonly', 'writeonly', 'readwrite'] as const;
export const AccessLevel = z.enum(ACCESS_LEVELS);
export type AccessLevel = z.infer<typeof AccessLevel>;

/** What anonymous users may do under a prefix; '*' stands for the whole bucket. */
export const AccessRule = z.object({
  prefix: z.string(),
  access: AccessLevel,
  revision: Revision,
});
export type AccessRule = z.infer<typeof AccessRule>;

const notBlank = [/\S/, 'The prefix must not be blank'] as const;

export const listAccessRules = endpoint({
  id: 'bucketAdmin.listAccessRules',
  method: 'GET',
  path: '/bucket/{bucket}/access-rules',
  summary: 'What anonymous users may do under which prefix',
  permission: storage('s3:GetBucketPolicy'),
  params: BucketParams,
  query: PageQuery,
  response: z.object({
    accessRules: z.array(AccessRule),
    total: z.int(),
    /** Statements of the bucket's policy that go beyond such rules; they are preserved. */
    otherStatements: z.int(),
    /**
     * The revision of a prefix without a rule: pass it when adding a rule so that it cannot replace
     * one.
     */
    noRule: Revision,
  }),
  status: 200,
  errors: [...readErrors, 'InvalidInput'],
});

export const setAccessRule = endpoint({
  id: 'bucketAdmin.setAccessRule',
  method: 'PUT',
  path: '/bucket/{bucket}/access-rules',
  summary: 'Say what anonymous users may do under a prefix',
  permission: storage('s3:PutBucketPolicy'),
  params: BucketParams,
  query: RevisionQuery,
  body: z.object({ prefix: KeyPart.regex(...notBlank), access: AccessLevel }),
  response: z.literal(true),
  status: 200,
  errors: changeErrors,
});

export const deleteAccessRule = endpoint({
  id: 'bucketAdmin.deleteAccessRule',
  method: 'DELETE',
  path: '/bucket/{bucket}/access-rules',
  summary: 'Take from anonymous users what a rule gave them under a prefix',
  permission: storage('s3:PutBucketPolicy'),
  params: BucketParams,
  query: RevisionQuery,
  /** Accepts any existing rule, even one that could not be created. */
  body: z.object({
    prefix: z
      .string()
      .max(1024)
      .regex(...notBlank),
  }),
  response: z.literal(true),
  status: 200,
  errors: [...changeErrors, 'NotFound'],
});

/** The abilities of a user in a bucket, in terms that administrators use. */
export const ABILITIES = ['list', 'read', 'write', 'delete', 'manage'] as const;
export const Ability = z.enum(ABILITIES);
export type Ability = z.infer<typeof Ability>;

/** A statement that decides an ability. */
export const AuditStatement = z.object({
  /** The policy that contains it; 'bucket policy' has kind bucket. */
  policy: z.string(),
  kind: z.enum(['user', 'group', 'bucket']),
  /** The group that the policy is attached to, for kind group. */
  group: z.string().optional(),
  /** Index in the policy, starting at 0. */
  index: z.int(),
  sid: z.string().optional(),
  effect: z.enum(['Allow', 'Deny']),
  /** Whether conditions matter as well. */
  conditional: z.boolean(),
  /** The statement itself, JSON. */
  text: z.string(),
});
export type AuditStatement = z.infer<typeof AuditStatement>;

export const AuditGrant = z.object({
  ability: Ability,
  /** all: every object or setting; part: some prefixes, some actions, or under conditions. */
  extent: z.enum(['all', 'part']),
  /** At most 20. */
  because: z.array(AuditStatement),
});
export type AuditGrant = z.infer<typeof AuditGrant>;

export const AuditUser = z.object({
  name: z.string(),
  enabled: z.boolean(),
  groups: z.array(z.string()),
  policies: z.array(z.string()),
  grants: z.array(AuditGrant),
});
export type AuditUser = z.infer<typeof AuditUser>;

export const AuditPolicy = z.object({
  name: z.string(),
  /** The document, JSON. */
  policy: z.string(),
  grants: z.array(AuditGrant),
  users: z.array(z.string()),
  groups: z.array(z.string()),
});
export type AuditPolicy = z.infer<typeof AuditPolicy>;

export const listBucketPolicies = endpoint({
  id: 'bucketAdmin.listBucketPolicies',
  method: 'GET',
  path: '/bucket-policy/{bucket}',
  summary: 'The policies that allow or deny something in the bucket, and by which statement',
  permission: storage('admin:ListUserPolicies'),
  params: BucketParams,
  query: PageQuery,
  response: z.object({
    policies: z.array(AuditPolicy),
    total: z.int(),
    /** What the bucket's own policy allows everybody; absent if the caller may not see it. */
    anonymous: z.array(AuditGrant).optional(),
  }),
  status: 200,
  errors: [...readErrors, 'InvalidInput'],
});

export const listBucketUsers = endpoint({
  id: 'bucketAdmin.listBucketUsers',
  method: 'GET',
  path: '/bucket-users/{bucket}',
  summary: 'The access keys of the users that can reach the bucket',
  permission: storage('admin:ListUsers'),
  params: BucketParams,
  query: PageQuery,
  response: z.array(z.string()),
  status: 200,
  errors: [...readErrors, 'InvalidInput'],
});

export const auditBucketUsers = endpoint({
  id: 'bucketAdmin.auditBucketUsers',
  method: 'GET',
  path: '/bucket-users/{bucket}/grants',
  summary: 'The users that can reach the bucket: what each may do, and by which statement',
  permission: storage('admin:ListUsers'),
  params: BucketParams,
  response: z.object({ users: z.array(AuditUser), total: z.int() }),
  status: 200,
  errors: readErrors,
});
