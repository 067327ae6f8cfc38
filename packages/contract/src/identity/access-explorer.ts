import { endpoint, session } from '../endpoint.ts';
import { storageErrors } from '../storage-errors.ts';
import { z } from '../zod.ts';

const Name = z.string().min(1).max(1024);

/** Whom it is asked about: somebody by name, the caller, or everybody without a login. */
export const AccessSubject = z.union([
  z.object({ kind: z.enum(['user', 'group', 'key']), name: Name }),
  z.object({ kind: z.enum(['me', 'anonymous']) }),
]);
export type AccessSubject = z.infer<typeof AccessSubject>;

const MAX_FACTS = 100;

/** What somebody wants to do. */
export const AccessQuestion = z.object({
  /** Such as 's3:GetObject'. */
  action: z
    .string()
    .regex(/^[a-z0-9]+:[A-Za-z]+$/, 'must be an action, such as s3:GetObject')
    .max(128),
  /** Without it: the server itself. */
  bucket: z.string().max(255).optional(),
  /** An object's key; with a * at its end, all objects that begin so. Without it: the bucket itself. */
  key: z.string().max(1024).optional(),
  /** What is known of the request, by condition key; an empty list says that the key is not there. */
  facts: z
    .record(z.string().max(256), z.array(z.string().max(1024)).max(50))
    .refine((facts) => Object.keys(facts).length <= MAX_FACTS, `at most ${MAX_FACTS} facts`)
    .default({}),
});

export const ACCESS_VERDICTS = ['allowed', 'denied', 'partly', 'unknown'] as const;
/** partly: for some of the objects; unknown: it depends on what nobody knows. */
export const AccessVerdict = z.enum(ACCESS_VERDICTS);
export type AccessVerdict = z.infer<typeof AccessVerdict>;

/** A statement that speaks of a question, and by which way it reaches whom it is asked about. */
export const AccessStatement = z.object({
  /** The policy that it stands in; '' for one without a name. */
  policy: z.string(),
  /** user, group: attached there; bucket: the bucket's; key: what narrows a key; account: all of the caller's. */
  kind: z.enum(['user', 'group', 'bucket', 'key', 'account']),
  /** The group that brings it, for kind group. */
  group: z.string().optional(),
  /** Place in the policy, from 0. */
  index: z.int(),
  effect: z.enum(['Allow', 'Deny']),
  /** Whether it applies to all that is asked about, to a part of it, or perhaps. */
  match: z.enum(['yes', 'part', 'unknown']),
  deciding: z.boolean(),
  /** The statement itself, JSON. */
  text: z.string(),
});
export type AccessStatement = z.infer<typeof AccessStatement>;

export const ACCESS_REASONS = [
  'allow',
  'deny',
  'no-allow',
  'owner',
  'bound',
  'depends',
  'disabled',
  'expired',
  'group-disabled',
  'bucket-policy',
  'unreadable',
  'oneself',
] as const;

export const AccessAnswer = z.object({
  verdict: AccessVerdict,
  /**
   * no-allow: nothing allows it; bound: what narrows the key does not; disabled, expired: every request
   * is refused; group-disabled: in MinIO a disabled group refuses all of its members; bucket-policy: not every server holds bucket policies against users; unreadable: the
   * caller may not see policies that count; oneself: nothing allows it but to their own account.
   */
  reason: z.enum(ACCESS_REASONS),
  /** At most 20, what decides first. */
  statements: z.array(AccessStatement),
  /** Condition keys whose values nobody knows. */
  unknown: z.array(z.string()),
});
export type AccessAnswer = z.infer<typeof AccessAnswer>;

/** Who was asked about, as the server knows them. */
export const AccessHolder = z.object({
  kind: z.enum(['user', 'group', 'key', 'root', 'anonymous']),
  name: z.string(),
  /** The user that a key belongs to. */
  parent: z.string().optional(),
  enabled: z.boolean(),
  groups: z.array(z.object({ name: z.string(), enabled: z.boolean() })),
});
export type AccessHolder = z.infer<typeof AccessHolder>;

const errors = [...storageErrors, 'InvalidInput', 'NotFound', 'NotSupported'] as const;

export const exploreAccess = endpoint({
  id: 'identity.exploreAccess',
  method: 'POST',
  path: '/access-explorer',
  summary: 'Whether somebody may do something, by which statement, and how it reaches them',
  permission: session,
  body: z.object({ subject: AccessSubject, questions: z.array(AccessQuestion).min(1).max(100) }),
  response: z.object({ holder: AccessHolder, answers: z.array(AccessAnswer) }),
  status: 200,
  errors,
});

/** So many users and buckets are answered at once. */
export const MATRIX_SIDE = 50;

export const accessMatrix = endpoint({
  id: 'identity.accessMatrix',
  method: 'POST',
  path: '/access-explorer/matrix',
  summary: 'Which of the users may do something in which of the buckets',
  permission: session,
  body: z.object({
    question: AccessQuestion.omit({ bucket: true }),
    buckets: z.array(z.string().max(255)).min(1).max(MATRIX_SIDE),
    /** Users whose names hold this. */
    search: z.string().max(256).default(''),
    offset: z.int().min(0).default(0),
  }),
  response: z.object({
    /** At most 50, from the offset, by name. */
    users: z.array(
      z.object({
        name: z.string(),
        enabled: z.boolean(),
        /** In the order of the buckets. */
        verdicts: z.array(AccessVerdict),
      }),
    ),
    total: z.int(),
  }),
  status: 200,
  errors,
});
