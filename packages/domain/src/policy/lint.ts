import { S3_ACTIONS, S3_OBJECT_ACTIONS } from '../actions.ts';
import { compileWildcard } from '../wildcard.ts';
import { areComparable, readWildcard, type Wildcard, wildcardsOverlap } from '../wildcard-pairs.ts';
import { beatenAllows } from './beaten-allows.ts';
import { resourcePattern } from './compile.ts';
import type { PolicyDocument, PolicyStatement } from './document.ts';
import { PolicyError } from './document.ts';
import { isKnownAction, meantAction } from './known-actions.ts';
import { parseBucketPolicy, parsePolicy } from './parse.ts';

/** Likely mistakes in a valid policy. */
export type PolicyWarning =
  | 'unknown-action'
  | 'no-bucket'
  | 'always-denied'
  | 'objects-without-key'
  | 'bucket-with-key'
  | 'all-buckets'
  | 'all-administration'
  | 'as-good-as-all';

/** A finding in a policy's text. `field` is the location, such as 'Statement[0].Action[1]'. */
export type PolicyFinding =
  | { readonly kind: 'error'; readonly field: string; readonly message: string }
  | {
      readonly kind: 'warning';
      readonly field: string;
      readonly code: PolicyWarning;
      /** The subject of the warning: an action or a resource. */
      readonly subject: string;
      /** The likely intended value. */
      readonly meant?: string;
    };

export interface LintFacts {
  /** Names of all buckets; undefined if unknown. */
  readonly buckets?: readonly string[] | undefined;
  /** The bucket that the policy belongs to; absent for policies of users, groups or keys. */
  readonly bucket?: string | undefined;
}

type Warning = Extract<PolicyFinding, { kind: 'warning' }>;
type Statements = readonly { readonly index: number; readonly statement: PolicyStatement }[];

/**
 * Rights that let their holder acquire any other without restriction: see docs/guides/policies.md.
 */
const GRANTING: readonly string[] = [
  'admin:CreateUser',
  'admin:EnableUser',
  'admin:AddUserToGroup',
  'admin:EnableGroup',
  'admin:AttachUserOrGroupPolicy',
  'admin:UpdatePolicyAssociation',
  'admin:CreatePolicy',
  'admin:DeletePolicy',
  'admin:UpdateServiceAccount',
];
const OBJECT_ACTIONS: ReadonlySet<string> = new Set(S3_OBJECT_ACTIONS);
const MAX_FINDINGS = 100;

/**
 * Checks the text of a user, group or bucket policy statement by statement, and returns its errors
 * and likely mistakes. An unknown action is only a warning in user policies because the storage
 * server may support it.
 */
export function lintPolicy(
  text: string,
  { buckets, bucket }: LintFacts = {},
): readonly PolicyFinding[] {
  const { errors, warnings, statements } = readStatements(text, bucket);
  const found = [
    ...errors,
    ...warnings,
    ...(bucket === undefined ? statements.flatMap(tooWide) : []),
    ...statements.flatMap(misplaced),
    ...withoutBucket(statements, buckets),
    ...beatenAllows(statements.filter(concernsAll)).map(
      (index): Warning => ({
        kind: 'warning',
        field: `Statement[${index}]`,
        code: 'always-denied',
        subject: '',
      }),
    ),
  ];
  return found.slice(0, MAX_FINDINGS);
}

/** Whether a deny in a bucket policy applies to everybody. */
function concernsAll({ statement: { Effect, Principal } }: One): boolean {
  return Effect === 'Allow' || Principal === undefined || Principal.AWS.includes('*');
}

interface Read {
  readonly errors: PolicyFinding[];
  readonly warnings: Warning[];
  readonly statements: Statements;
}

/** Parses each statement separately, so that one error does not hide others. */
function readStatements(text: string, bucket: string | undefined): Read {
  const parse = (document: string) =>
    bucket === undefined ? parsePolicy(document) : parseBucketPolicy(document, bucket);
  const read = {
    errors: [] as PolicyFinding[],
    warnings: [] as Warning[],
    statements: [] as {
      index: number;
      statement: PolicyStatement;
    }[],
  };
  const whole = attempt(() => parse(text));
  if (!(whole instanceof PolicyError)) {
    if (whole.Statement.length === 0) read.errors.push(noStatement());
    return {
      ...read,
      statements: whole.Statement.map((statement, index) => ({ index, statement })),
    };
  }
  const written = whole.field.startsWith('Statement[') ? writtenStatements(text) : undefined;
  if (written === undefined) {
    return { ...read, errors: [errorOf(whole)] };
  }
  for (const [index, statement] of written.entries()) {
    const { known, unknown } =
      bucket === undefined ? splitActions(statement, index) : { known: statement, unknown: [] };
    read.warnings.push(...unknown);
    if (known === undefined) continue;
    const one = attempt(() => parse(JSON.stringify({ Version: '2012-10-17', Statement: [known] })));
    if (one instanceof PolicyError) read.errors.push(errorOf(one, index));
    else read.statements.push(...one.Statement.map((each) => ({ index, statement: each })));
  }
  return read;
}

function noStatement(): PolicyFinding {
  return { kind: 'error', field: 'Statement', message: 'Statement: A statement is required.' };
}

function attempt(read: () => PolicyDocument): PolicyDocument | PolicyError {
  try {
    return read();
  } catch (error) {
    if (error instanceof PolicyError) return error;
    throw error;
  }
}

function errorOf({ field, message }: PolicyError, index = 0): PolicyFinding {
  const moved = (text: string) => text.replace(/^Statement\[0\]/, `Statement[${index}]`);
  return { kind: 'error', field: moved(field), message: moved(message) };
}

/** Returns the statements of a valid JSON document. */
function writtenStatements(text: string): readonly unknown[] | undefined {
  const document: unknown = JSON.parse(text);
  if (!isRecord(document)) return undefined;
  const entry = Object.entries(document).find(([name]) => name.toLowerCase() === 'statement');
  return entry === undefined ? undefined : [entry[1]].flat();
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Separates the unknown actions of a statement; nothing is `known` if no action remains. */
function splitActions(statement: unknown, index: number) {
  const unknown: Warning[] = [];
  if (!isRecord(statement)) return { known: statement, unknown };
  let empty = false;
  const known = Object.fromEntries(
    Object.entries(statement).map(([name, value]) => {
      if (!/^(?:not)?action$/i.test(name)) return [name, value];
      const list: readonly unknown[] = [value].flat();
      const kept = list.filter((action, at) => {
        if (typeof action !== 'string' || isKnownAction(action)) return true;
        const meant = meantAction(action);
        unknown.push({
          kind: 'warning',
          field: `Statement[${index}].${name}${Array.isArray(value) ? `[${at}]` : ''}`,
          code: 'unknown-action',
          subject: action,
          ...(meant !== undefined && { meant }),
        });
        return false;
      });
      empty ||= kept.length === 0 && list.length > 0;
      return [name, kept];
    }),
  );
  return { known: empty ? undefined : known, unknown };
}

interface One {
  readonly index: number;
  readonly statement: PolicyStatement;
}

/** Warns of allows that are rarely intended because they are too broad. */
function tooWide({ index, statement }: One): Warning[] {
  const { Effect, Action = [], Resource, Condition } = statement;
  if (Effect === 'Deny' || Condition !== undefined) return [];
  const warn = (code: PolicyWarning, field: string, subject = ''): Warning => ({
    kind: 'warning',
    field: `Statement[${index}].${field}`,
    code,
    subject,
  });
  if (Action.includes('admin:*')) return [warn('all-administration', 'Action')];
  const granting = Action.find((action) => GRANTING.includes(action));
  if (granting !== undefined) return [warn('as-good-as-all', 'Action', granting)];
  const everywhere = (Resource ?? []).some((resource) => /^\*+$/.test(resourcePattern(resource)));
  const everything = Action.some((action) => action === 's3:*' || action === '*');
  return everywhere && everything ? [warn('all-buckets', 'Resource')] : [];
}

/** Warns of object actions on a bucket resource, or the reverse: such a statement never applies. */
function misplaced({ index, statement }: One): Warning[] {
  const { Action = [], Resource = [] } = statement;
  if (Action.length === 0 || Resource.length === 0 || !Action.every((one) => one.startsWith('s3:')))
    return [];
  const patterns = Resource.map(resourcePattern);
  const tests = Action.map(compileWildcard);
  const meant = S3_ACTIONS.filter((action) => tests.some((matches) => matches(action)));
  const onObjects = meant.every((action) => OBJECT_ACTIONS.has(action));
  const onBuckets = meant.every((action) => !OBJECT_ACTIONS.has(action));
  const field = `Statement[${index}].Resource`;
  const [first = ''] = Resource;
  if (onObjects && patterns.every((pattern) => !/[/*]/.test(pattern))) {
    return [
      { kind: 'warning', field, code: 'objects-without-key', subject: first, meant: `${first}/*` },
    ];
  }
  // A pattern that covers a bucket's contents covers the bucket too.
  if (onBuckets && patterns.every((pattern) => /^[^*]*\/[^*]/.test(pattern))) {
    const meantBucket = first.slice(0, first.indexOf('/'));
    return [
      { kind: 'warning', field, code: 'bucket-with-key', subject: first, meant: meantBucket },
    ];
  }
  return [];
}

/** Warns of resources in buckets that do not exist. */
function withoutBucket(statements: Statements, buckets: readonly string[] | undefined): Warning[] {
  if (buckets === undefined) return [];
  const names = buckets.map(readWildcard);
  const places = statements.flatMap(({ index, statement }) =>
    (['Resource', 'NotResource'] as const).flatMap((name) =>
      (statement[name] ?? []).map((resource, at) => ({
        field: `Statement[${index}].${name}[${at}]`,
        subject: resource,
        bucket: bucketOf(resource),
      })),
    ),
  );
  const asked = places.flatMap(({ bucket }) => (bucket === undefined ? [] : [bucket]));
  if (!areComparable(asked, names)) return [];
  return places
    .filter(
      ({ bucket }) => bucket !== undefined && !names.some((name) => wildcardsOverlap(bucket, name)),
    )
    .map(({ field, subject }) => ({ kind: 'warning', field, code: 'no-bucket', subject }));
}

/** Returns the bucket pattern in a resource; a variable may be anything. */
function bucketOf(resource: string): Wildcard | undefined {
  if (!resource.startsWith('arn:aws:s3:::')) return undefined;
  const [bucket = ''] = resourcePattern(resource).split('/');
  return readWildcard(bucket.replace(/\$\{[^{}]*\}?/g, '*'));
}
