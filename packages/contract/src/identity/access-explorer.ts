import { endpoint, session } from '../endpoint.ts';
import { storageErrors } from '../storage-errors.ts';
import { z } from '../zod.ts';

const Name = z.string().min(1).max(1024);

/** The subject of the question: a named user, the caller, or anonymous users. */
export const AccessSubject = z.union([
  z.object({ kind: z.enum(['user', 'group', 'key']), name: Name }),
  z.object({ kind: z.enum(['me', 'anonymous']) }),
]);
export type AccessSubject = z.infer<typeof AccessSubject>;

const MAX_FACTS = 100;

/** The request in question. */
export const AccessQuestion = z.object({
  /** Such as 's3:GetObject'. */
  action: z
    .string()
    .regex(/^[a-z0-9]+:[A-Za-z]+$/, 'must be an action, such as s3:GetObject')
    .max(128),
  /** Omitted for server-level actions. */
  bucket: z.string().max(255).optional(),
  /**
   * An object's key; with a trailing *, all objects with that prefix. Omitted for the bucket
   * itself.
   */
  key: z.string().max(1024).optional(),
  /** The known request context, by condition key; an empty list means that the key is absent. */
  facts: z
    .record(z.string().max(256), z.array(z.string().max(1024)).max(50))
    .refine((facts) => Object.keys(facts).length <= MAX_FACTS, `at most ${MAX_FACTS} facts`)
    .default({}),
});

export const ACCESS_VERDICTS = ['allowed', 'denied', 'partly', 'unknown'] as const;
/** partly: for some of the objects; unknown: it depends on unknown values. */
export const AccessVerdict = z.enum(ACCESS_VERDICTS);
export type AccessVerdict = z.infer<typeof AccessVerdict>;

/** A statement that matches a question, and how it applies to the subject. */
export const AccessStatement = z.object({
  /** The policy that contains it; '' if it has no name. */
  policy: z.string(),
  /**
   * user, group: attached there; bucket: the bucket's policy; key: a restriction of the key;
   * account: all policies of the caller.
   */
  kind: z.enum(['user', 'group', 'bucket', 'key', 'account']),
  /** The group that the policy is attached to, for kind group. */
  group: z.string().optional(),
  /** Index in the policy, starting at 0. */
  index: z.int(),
  effect: z.enum(['Allow', 'Deny']),
  /** Whether it applies to the whole question, to a part of it, or possibly. */
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
   * no-allow: nothing allows it; bound: a restriction of the key does not allow it; disabled,
   * expired: every request is refused; group-disabled: MinIO refuses all members of a disabled
   * group; bucket-policy: not every server enforces bucket policies against users; unreadable: the
   * caller may not see some relevant policies; oneself: allowed only for the user's own account.
   */
  reason: z.enum(ACCESS_REASONS),
  /** At most 20, the deciding ones first. */
  statements: z.array(AccessStatement),
  /** Condition keys with unknown values. */
  unknown: z.array(z.string()),
});
export type AccessAnswer = z.infer<typeof AccessAnswer>;

/** The subject, as the server identified it. */
export const AccessHolder = z.object({
  kind: z.enum(['user', 'group', 'key', 'root', 'anonymous']),
  name: z.string(),
  /** The user that owns the key. */
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

/** Maximum number of users and of buckets per answer. */
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
    /** Filters users by a substring of the name. */
    search: z.string().max(256).default(''),
    offset: z.int().min(0).default(0),
  }),
  response: z.object({
    /** At most 50 from the offset, sorted by name. */
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
