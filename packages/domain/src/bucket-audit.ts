import { type AdminAction, S3_OBJECT_ACTIONS, type S3Action } from './actions.ts';
import { type CompiledStatement, compilePolicy } from './policy/compile.ts';
import { type Reach, reachIn } from './policy/reach.ts';
import type { PolicyDocument } from './policy.ts';
import { matchWildcard } from './wildcard.ts';
import { areComparable, readWildcard, type Wildcard, wildcardCovers } from './wildcard-pairs.ts';

/** The abilities of a user in a bucket, in terms that administrators use. */
export const AUDIT_ABILITIES = ['list', 'read', 'write', 'delete', 'manage'] as const;
export type AuditAbility = (typeof AUDIT_ABILITIES)[number];

/** A policy statement and the documents it was parsed into, usually one. */
export interface AuditInput {
  /** Its index in the policy. */
  readonly index: number;
  readonly documents: readonly PolicyDocument[];
}

export interface AuditQuestion {
  readonly bucket: string;
  /**
   * The user that variables and principals refer to; '' for anonymous users, undefined for no
   * particular user.
   */
  readonly user?: string | undefined;
}

/** The effect of a statement on an action. */
interface Word extends Reach {
  readonly index: number;
  readonly deny: boolean;
  readonly conditional: boolean;
}

/** The effect of a policy on a bucket, ready to be combined with others. */
export interface PolicyAudit {
  readonly words: ReadonlyMap<string, readonly Word[]>;
}

/** A policy that applies to a user, whatever its source. */
export interface HeldPolicy<Origin> {
  readonly audit: PolicyAudit;
  readonly origin: Origin;
  /**
   * Its denies may make a verdict partial but never remove it: not every storage server enforces
   * them against users.
   */
  readonly weakDenies?: boolean;
}

export interface AuditVerdict<Origin> {
  readonly ability: AuditAbility;
  /** all: every object or setting, unconditionally; part: some of them, or under conditions. */
  readonly extent: 'all' | 'part';
  readonly because: readonly {
    readonly origin: Origin;
    readonly index: number;
    readonly effect: 'Allow' | 'Deny';
    readonly conditional: boolean;
  }[];
}

type Actions = readonly (S3Action | AdminAction)[];

/**
 * The actions of an ability: `whole` must all be allowed for the full ability, `also` are part of
 * it.
 */
const ACTIONS: Readonly<Record<AuditAbility, { readonly whole: Actions; readonly also: Actions }>> =
  {
    list: { whole: ['s3:ListBucket'], also: ['s3:ListBucketVersions'] },
    read: { whole: ['s3:GetObject'], also: [] },
    write: { whole: ['s3:PutObject'], also: [] },
    delete: { whole: ['s3:DeleteObject'], also: ['s3:DeleteObjectVersion'] },
    manage: {
      whole: [
        's3:DeleteBucket',
        's3:PutBucketNotification',
        's3:PutBucketObjectLockConfiguration',
        's3:PutBucketPolicy',
        's3:PutBucketTagging',
        's3:PutBucketVersioning',
        's3:PutEncryptionConfiguration',
        's3:PutLifecycleConfiguration',
        's3:PutReplicationConfiguration',
      ],
      also: [
        's3:DeleteBucketPolicy',
        's3:ForceDeleteBucket',
        's3:PutBucketCors',
        'admin:SetBucketQuota',
        'admin:SetBucketTarget',
      ],
    },
  };
const ASKED = AUDIT_ABILITIES.flatMap((ability) => [
  ...ACTIONS[ability].whole,
  ...ACTIONS[ability].also,
]);
const OBJECT_ACTIONS: ReadonlySet<string> = new Set(S3_OBJECT_ACTIONS);
const EVERYTHING = [readWildcard('*')];

/**
 * Reads the effect of a policy on a bucket. If the policy contains variables (`mentionsVariables`),
 * the result differs per user; otherwise one audit serves every user of the policy.
 */
export function auditPolicy(
  statements: readonly AuditInput[],
  question: AuditQuestion,
): PolicyAudit {
  const words = new Map<string, Word[]>();
  const reachOf = reachIn(question.bucket, question.user);
  for (const { index, documents } of statements) {
    for (const statement of documents.flatMap((document) => compilePolicy(document))) {
      if (!isMeant(statement, question.user)) continue;
      for (const action of ASKED.filter(statement.matchesAction)) {
        const word = wordOf(statement, action, index, reachOf);
        if (word) words.set(action, [...(words.get(action) ?? []), word]);
      }
    }
  }
  return { words };
}

/** Whether the policy has to be read for each user separately. */
export function mentionsVariables(statements: readonly AuditInput[]): boolean {
  return statements.some(({ documents }) =>
    documents.some(({ Statement }) =>
      Statement.some(({ Resource = [], NotResource = [] }) =>
        [...Resource, ...NotResource].some((resource) => resource.includes('${')),
      ),
    ),
  );
}

/**
 * Returns the abilities that policies together grant in the bucket, and the statements responsible:
 * a deny overrides every allow as far as it reaches. Abilities that are not granted at all are
 * omitted.
 */
export function auditVerdicts<Origin>(held: readonly HeldPolicy<Origin>[]): AuditVerdict<Origin>[] {
  return AUDIT_ABILITIES.flatMap((ability) => {
    const { whole, also } = ACTIONS[ability];
    const wholes = whole.map((action) => judge(held, action));
    const others = also.map((action) => judge(held, action));
    const found = [...wholes, ...others].filter(({ extent }) => extent !== 'none');
    if (found.length === 0) return [];
    const extent = wholes.every((one) => one.extent === 'all') ? 'all' : 'part';
    return [{ ability, extent, because: reasons(found.flatMap((one) => one.words)) } as const];
  });
}

/** Returns the indexes of the statements that concern the bucket. */
export function auditedStatements({ words }: PolicyAudit): number[] {
  const places = [...words.values()].flatMap((list) => list.map(({ index }) => index));
  return [...new Set(places)].sort((a, b) => a - b);
}

interface SaidWord<Origin> extends Word {
  readonly origin: Origin;
  readonly audit: PolicyAudit;
  readonly weak: boolean;
}

function judge<Origin>(
  held: readonly HeldPolicy<Origin>[],
  action: string,
): { extent: 'all' | 'part' | 'none'; words: readonly SaidWord<Origin>[] } {
  const words = held.flatMap(({ audit, origin, weakDenies: weak = false }) =>
    (audit.words.get(action) ?? []).map((word) => ({ ...word, origin, audit, weak })),
  );
  const denies = words.filter(({ deny }) => deny);
  const strict = denies.filter(({ conditional, weak }) => !conditional && !weak);
  const allows = words.filter(
    (word) => !word.deny && !strict.some((deny) => leavesNothing(deny, word)),
  );
  if (allows.length === 0) return { extent: 'none', words };
  const free = denies.length === 0 && allows.some((word) => word.everything && !word.conditional);
  return { extent: free ? 'all' : 'part', words: [...allows, ...denies] };
}

function leavesNothing(deny: Word, allow: Word): boolean {
  if (deny.everything) return true;
  if (allow.everything) return false;
  return isCovered(deny.patterns, allow.patterns);
}

type Patterns = readonly Wildcard[];
const covered = new WeakMap<Patterns, WeakMap<Patterns, boolean>>();

/**
 * Lists that are too long to compare count as not covered, which shows too much rather than too
 * little. The results are cached because the same lists recur for every action and every user.
 */
function isCovered(wide: Patterns, narrow: Patterns): boolean {
  const answers = covered.get(wide) ?? new WeakMap<Patterns, boolean>();
  covered.set(wide, answers);
  const answer =
    answers.get(narrow) ??
    (areComparable(wide, narrow) &&
      narrow.every((one) => wide.some((other) => wildcardCovers(other, one))));
  answers.set(narrow, answer);
  return answer;
}

/** Deduplicates the statements, in policy order. */
function reasons<Origin>(words: readonly SaidWord<Origin>[]): AuditVerdict<Origin>['because'] {
  const seen = new Map<PolicyAudit, Set<number>>();
  return words.flatMap(({ audit, origin, index, deny, conditional }) => {
    const places = seen.get(audit) ?? new Set();
    if (places.has(index)) return [];
    seen.set(audit, places.add(index));
    return [{ origin, index, effect: deny ? ('Deny' as const) : ('Allow' as const), conditional }];
  });
}

/** Whether the user is among the principals of a bucket policy's statement. */
function isMeant({ principals }: CompiledStatement, user: string | undefined): boolean {
  return principals === undefined || principals.some((one) => matchWildcard(one, user ?? ''));
}

function wordOf(
  statement: CompiledStatement,
  action: string,
  index: number,
  reachOf: ReturnType<typeof reachIn>,
): Word | undefined {
  const { source, deny } = statement;
  const base = { index, deny, conditional: statement.conditions.length > 0 };
  if (statement.family !== 's3' || (!source.Resource && !source.NotResource)) {
    return { ...base, everything: true, patterns: EVERYTHING };
  }
  const reach = reachOf(statement, OBJECT_ACTIONS.has(action));
  return reach && { ...base, ...reach };
}
