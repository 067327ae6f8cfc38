import { accessPrefixProblem } from './access-prefix.ts';
import { type PolicyDocument, PolicyError, parseBucketPolicy } from './policy.ts';

/** What anonymous users may do under a prefix. */
export type AccessLevel = 'readonly' | 'writeonly' | 'readwrite';

export interface AccessRule {
  /** '' for the whole bucket. */
  readonly prefix: string;
  readonly access: AccessLevel;
}

export interface AccessRules {
  readonly rules: readonly AccessRule[];
  /** Number of statements in the policy that the rules do not fully express. */
  readonly otherStatements: number;
}

/**
 * The actions with which MinIO clients grant anonymous users read and write access under a prefix.
 */
const COMMON = 's3:GetBucketLocation';
const LIST = 's3:ListBucket';
const LIST_UPLOADS = 's3:ListBucketMultipartUploads';
const READ = ['s3:GetObject'];
const WRITE = [
  's3:AbortMultipartUpload',
  's3:DeleteObject',
  's3:ListMultipartUploadParts',
  's3:PutObject',
];
const BUCKET_ACTIONS = new Set([COMMON, LIST, LIST_UPLOADS]);
const OBJECT_ACTIONS = new Set([...READ, ...WRITE]);
const ARN = 'arn:aws:s3:::';
const VERSION = '2012-10-17';

type Statement = PolicyDocument['Statement'][number];

/**
 * Normalised grants of rule-like statements, because the same grants can be written in many ways.
 */
interface Grants {
  /** Actions on the bucket. */
  readonly bucket: Set<string>;
  /** Prefixes that may be listed. */
  readonly listed: Set<string>;
  /** Actions on objects, by prefix. */
  readonly objects: Map<string, Set<string>>;
}

interface ReadPolicy {
  /** Top-level fields of the document other than the statements. */
  readonly head: Readonly<Record<string, unknown>>;
  /** The original statements, each with its grants if it is rule-like. */
  readonly statements: readonly {
    readonly written: unknown;
    readonly grants: Grants | undefined;
  }[];
}

/**
 * Returns the rules in a bucket's policy (JSON text; undefined for none). A rule is what MinIO
 * clients write for an access level and a prefix, however its statements are combined.
 *
 * @throws PolicyError when the policy is not a JSON object
 */
export function readAccessRules(policy: string | undefined, bucket: string): AccessRules {
  const { statements } = readPolicy(policy, bucket);
  const grants = together(statements.flatMap((one) => one.grants ?? []));
  const rules = rulesIn(grants);
  const explained = grantsFor(rules);
  const others = statements.filter((one) => !one.grants || !covers(explained, one.grants));
  return { rules, otherStatements: others.length };
}

/**
 * Returns the policy with the rule of a prefix set or, for undefined, removed; undefined when
 * nothing remains. Everything that is not a rule is preserved: other statements verbatim, and
 * grants of rule-like statements beyond the rules.
 *
 * @param prefix '' for the whole bucket; must pass `accessPrefixProblem`
 * @throws PolicyError when the policy is not a JSON object
 */
export function withAccessRule(
  policy: string | undefined,
  bucket: string,
  prefix: string,
  access: AccessLevel | undefined,
): string | undefined {
  const { head, statements } = readPolicy(policy, bucket);
  const before = together(statements.flatMap((one) => one.grants ?? []));
  const rules = rulesIn(before);
  const kept = rules.filter((rule) => rule.prefix !== prefix);
  const beyond = without(before, grantsFor(rules));
  const wanted = access === undefined ? kept : [...kept, { prefix, access }];
  const after = together([beyond, grantsFor(wanted)]);
  const others = statements.filter((one) => !one.grants).map((one) => one.written);
  const Statement = [...others, ...write(after, bucket)];
  return Statement.length === 0 ? undefined : JSON.stringify({ ...head, Statement });
}

function readPolicy(policy: string | undefined, bucket: string): ReadPolicy {
  if (policy === undefined) return { head: { Version: VERSION }, statements: [] };
  const { Statement: written = [], ...head } = parseObject(policy);
  const list: readonly unknown[] = Array.isArray(written) ? written : [written];
  return {
    head,
    statements: list.map((one) => ({ written: one, grants: readGrants(one, bucket) })),
  };
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // Reported below.
  }
  throw new PolicyError('not-json', '', 'The policy is not a JSON object.');
}

/**
 * Returns what a statement grants to anonymous users if it is rule-like and grants nothing else.
 */
function readGrants(written: unknown, bucket: string): Grants | undefined {
  const statement = parse(written, bucket);
  if (statement === undefined || !isPlainAllow(statement)) return undefined;
  const { Action: actions = [], Resource: resources = [], Condition } = statement;
  if (resources.length === 1 && resources[0] === `${ARN}${bucket}`) {
    if (!actions.every((action) => BUCKET_ACTIONS.has(action))) return undefined;
    if (Condition === undefined) return grants({ bucket: actions });
    const listed = conditionPrefixes(statement);
    return listed && actions.length === 1 && actions[0] === LIST ? grants({ listed }) : undefined;
  }
  const prefixes = resources.map((resource) => resourcePrefix(resource, bucket));
  const plain = prefixes.filter((prefix) => prefix !== undefined);
  const isObjects = plain.length === prefixes.length && plain.length > 0;
  if (!isObjects || Condition !== undefined) return undefined;
  if (!actions.every((action) => OBJECT_ACTIONS.has(action))) return undefined;
  return grants({ objects: plain.map((prefix) => [prefix, actions]) });
}

function parse(written: unknown, bucket: string): Statement | undefined {
  try {
    const text = JSON.stringify({ Version: VERSION, Statement: [written] });
    return parseBucketPolicy(text, bucket).Statement[0];
  } catch (error) {
    if (error instanceof PolicyError) return undefined;
    throw error;
  }
}

/** Whether a statement is a plain allow for anonymous users. One with a Sid was written by hand. */
function isPlainAllow({ Effect, Principal, Sid, Action, Resource }: Statement): boolean {
  const isAnonymous = Principal?.AWS.length === 1 && Principal.AWS[0] === '*';
  return (
    Effect === 'Allow' && isAnonymous && !Sid && Action !== undefined && Resource !== undefined
  );
}

/** Returns the prefixes of a condition that restricts nothing else. */
function conditionPrefixes({ Condition = {} }: Statement): readonly string[] | undefined {
  const [operator, ...operators] = Object.entries(Condition);
  if (operator?.[0] !== 'StringEquals' || operators.length > 0) return undefined;
  const [key, ...keys] = Object.entries(operator[1]);
  return key?.[0] === 's3:prefix' && keys.length === 0 ? key[1] : undefined;
}

/** Returns the prefix in a resource of the form bucket/prefix*. */
function resourcePrefix(resource: string, bucket: string): string | undefined {
  const start = `${ARN}${bucket}/`;
  if (!resource.startsWith(start) || !resource.endsWith('*')) return undefined;
  const prefix = resource.slice(start.length, -1);
  return accessPrefixProblem(prefix) === undefined ? prefix : undefined;
}

function grants(parts: {
  bucket?: Iterable<string>;
  listed?: Iterable<string>;
  objects?: Iterable<readonly [string, Iterable<string>]>;
}): Grants {
  const objects = [...(parts.objects ?? [])].map(
    ([prefix, actions]) => [prefix, new Set(actions)] as const,
  );
  return {
    bucket: new Set(parts.bucket),
    listed: new Set(parts.listed),
    objects: new Map(objects),
  };
}

function together(all: readonly Grants[]): Grants {
  const sum = grants({});
  for (const { bucket, listed, objects } of all) {
    for (const action of bucket) sum.bucket.add(action);
    for (const prefix of listed) sum.listed.add(prefix);
    for (const [prefix, actions] of objects) {
      const known = sum.objects.get(prefix) ?? new Set();
      sum.objects.set(prefix, new Set([...known, ...actions]));
    }
  }
  return sum;
}

function without(all: Grants, less: Grants): Grants {
  const objects = [...all.objects].map(([prefix, actions]) => {
    const gone = less.objects.get(prefix);
    return [prefix, [...actions].filter((action) => !gone?.has(action))] as const;
  });
  return grants({
    bucket: [...all.bucket].filter((action) => !less.bucket.has(action)),
    listed: [...all.listed].filter((prefix) => !less.listed.has(prefix)),
    objects: objects.filter(([, actions]) => actions.length > 0),
  });
}

function covers(more: Grants, less: Grants): boolean {
  const rest = without(less, more);
  return rest.bucket.size + rest.listed.size + rest.objects.size === 0;
}

function rulesIn({ bucket, listed, objects }: Grants): AccessRule[] {
  if (!bucket.has(COMMON)) return [];
  return [...objects].flatMap(([prefix, actions]) => {
    const canList = bucket.has(LIST) || listed.has(prefix);
    const read = canList && READ.every((action) => actions.has(action));
    const write = bucket.has(LIST_UPLOADS) && WRITE.every((action) => actions.has(action));
    const access = levelOf(read, write);
    return access === undefined ? [] : [{ prefix, access }];
  });
}

function levelOf(read: boolean, write: boolean): AccessLevel | undefined {
  if (read) return write ? 'readwrite' : 'readonly';
  return write ? 'writeonly' : undefined;
}

function grantsFor(rules: readonly AccessRule[]): Grants {
  return together(
    rules.map(({ prefix, access }) => {
      const read = access !== 'writeonly';
      const write = access !== 'readonly';
      return grants({
        bucket: [
          COMMON,
          ...(read && prefix === '' ? [LIST] : []),
          ...(write ? [LIST_UPLOADS] : []),
        ],
        listed: read && prefix !== '' ? [prefix] : [],
        objects: [[prefix, [...(read ? READ : []), ...(write ? WRITE : [])]]],
      });
    }),
  );
}

/** Builds statements the way MinIO clients do, merging those with the same actions. */
function write({ bucket, listed, objects }: Grants, name: string): object[] {
  const allow = (Action: Iterable<string>, Resource: readonly string[], Condition?: object) => ({
    Effect: 'Allow',
    Principal: { AWS: ['*'] },
    Action: [...Action].sort(),
    Resource,
    ...(Condition && { Condition }),
  });
  const byActions = new Map<string, { actions: ReadonlySet<string>; resources: string[] }>();
  for (const [prefix, actions] of objects) {
    const key = [...actions].sort().join();
    const same = byActions.get(key) ?? { actions, resources: [] };
    same.resources.push(`${ARN}${name}/${prefix}*`);
    byActions.set(key, same);
  }
  const whole = [`${ARN}${name}`];
  return [
    ...(bucket.size === 0 ? [] : [allow(bucket, whole)]),
    ...(listed.size === 0
      ? []
      : [allow([LIST], whole, { StringEquals: { 's3:prefix': [...listed] } })]),
    ...[...byActions.values()].map(({ actions, resources }) => allow(actions, resources)),
  ];
}
