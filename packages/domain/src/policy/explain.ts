import { ADMIN_ACTIONS } from '../actions.ts';
import { compileWildcard, matchWildcard } from '../wildcard.ts';
import { readWildcard, wildcardCovers, wildcardsOverlap } from '../wildcard-pairs.ts';
import { type CompiledStatement, compilePolicy, resourcePattern } from './compile.ts';
import { contextName, keyFamily } from './condition-keys.ts';
import type { PolicyDocument } from './document.ts';
import { GRANTING_ACTIONS } from './granting-actions.ts';
import {
  type ConditionContext,
  contextValues,
  hasVariables,
  matchWithVariables,
  substituteVariables,
} from './variables.ts';

/** A statement that applies to a user, whatever its source. */
export interface HeldStatement<Origin> {
  readonly origin: Origin;
  readonly effect: 'Allow' | 'Deny';
  /** The part that the engine could parse. */
  readonly documents: readonly PolicyDocument[];
  /** Whether that is the whole statement. */
  readonly whole: boolean;
}

/** The user whose rights are explained. */
export interface Holder<Origin> {
  /** Needs no allow: root and its keys. */
  readonly owner: boolean;
  /** The name that bucket policies match; '' for anonymous users, undefined for any user. */
  readonly principal: string | undefined;
  readonly standing: readonly HeldStatement<Origin>[];
  /** The limits of a key: each of these must allow the action too. */
  readonly bounds: readonly (readonly HeldStatement<Origin>[])[];
}

export interface ExplainQuestion {
  /** Such as 's3:GetObject'. */
  readonly action: string;
  /** '' for server-level actions. */
  readonly bucket: string;
  /** '' for bucket-level actions; with a trailing '*', all objects with that prefix. */
  readonly key: string;
  /**
   * The known request context. An empty list means that the key is absent; an omitted key is
   * unknown.
   */
  readonly context: ConditionContext;
}

/** 'partly': some of the objects; 'unknown': it depends on unknown values. */
export type Verdict = 'allowed' | 'denied' | 'partly' | 'unknown';

/** A statement that matches the question: certainly, in part, or possibly. */
export interface Said<Origin> {
  readonly statement: HeldStatement<Origin>;
  readonly match: 'yes' | 'part' | 'unknown';
}

export interface Explained<Origin> {
  readonly verdict: Verdict;
  /** bound: a restriction on the key does not allow it. */
  readonly reason: 'allow' | 'deny' | 'no-allow' | 'owner' | 'bound' | 'depends';
  /** The deciding statement. */
  readonly deciding?: HeldStatement<Origin>;
  /** All matching statements. */
  readonly said: readonly Said<Origin>[];
  /** Condition keys with unknown values. */
  readonly unknown: readonly string[];
}

type Match = Said<never>['match'] | 'no';

/**
 * Explains whether a request is allowed and by which statement, or why that cannot be determined.
 */
export function explain<Origin>(
  holder: Holder<Origin>,
  question: ExplainQuestion,
): Explained<Origin> {
  const own: Explained<Origin> = holder.owner
    ? { verdict: 'allowed', reason: 'owner', said: [], unknown: [] }
    : decide(holder.standing, question, holder.principal);
  const bounds = holder.bounds.map((bound) => withinBound(bound, question, holder.principal));
  const all = [own, ...bounds];
  const said = all.flatMap((one) => one.said);
  const unknown = [...new Set(all.flatMap((one) => one.unknown))];
  const of = (verdict: Verdict) => all.find((one) => one.verdict === verdict);
  const strongest = of('denied') ?? of('unknown') ?? of('partly') ?? own;
  // A key of root may be granted rights by its own policy.
  const shown = strongest.reason === 'owner' ? (bounds[0] ?? strongest) : strongest;
  const bound = bounds.includes(strongest) && strongest.reason === 'no-allow';
  return { ...shown, ...(bound && { reason: 'bound' }), said, unknown };
}

/** Returns the actions that decide an action, each only if the ones before it match nothing. */
function namesOf(action: string): readonly string[] {
  return action === 's3:ListBucketVersions' ? [action, 's3:ListBucket'] : [action];
}

function decide<Origin>(
  statements: readonly HeldStatement<Origin>[],
  question: ExplainQuestion,
  principal: Holder<unknown>['principal'],
): Explained<Origin> {
  const [first, ...others] = namesOf(question.action).map((action) =>
    decideOne(statements, { ...question, action }, principal),
  );
  const found = [first, ...others].filter((one) => one !== undefined);
  return (
    found.find(({ reason }) => reason !== 'no-allow') ??
    first ?? { verdict: 'denied', reason: 'no-allow', said: [], unknown: [] }
  );
}

function decideOne<Origin>(
  statements: readonly HeldStatement<Origin>[],
  question: ExplainQuestion,
  principal: Holder<unknown>['principal'],
): Explained<Origin> {
  const unknown: string[] = [];
  const said = statements.flatMap((statement) => {
    const match = matchOf(statement, question, principal, unknown);
    return match === 'no' ? [] : [{ statement, match }];
  });
  const of = (effect: 'Allow' | 'Deny') =>
    said.filter(({ statement }) => statement.effect === effect);
  const [allows, denies] = [of('Allow'), of('Deny')];
  const surely = (list: readonly Said<Origin>[]) =>
    list.find(({ match }) => match === 'yes')?.statement;
  const [deny, allow] = [surely(denies), surely(allows)];
  if (deny) return { verdict: 'denied', reason: 'deny', deciding: deny, said, unknown: [] };
  if (allow && denies.length === 0) {
    return { verdict: 'allowed', reason: 'allow', deciding: allow, said, unknown: [] };
  }
  if (allows.length === 0) return { verdict: 'denied', reason: 'no-allow', said, unknown: [] };
  const open = allow ? denies : said;
  const verdict = open.every(({ match }) => match === 'part') ? 'partly' : 'unknown';
  return { verdict, reason: 'depends', said, unknown };
}

/**
 * Applies the restrictions on a key. Not every server lets it use rights over users and policies
 * unless they are part of full administration.
 */
function withinBound<Origin>(
  bound: readonly HeldStatement<Origin>[],
  question: ExplainQuestion,
  principal: Holder<unknown>['principal'],
): Explained<Origin> {
  const found = decide(bound, question, principal);
  if (found.verdict !== 'allowed' || !GRANTING_ACTIONS.has(question.action)) return found;
  const isAllowed = (action: string) =>
    decide(bound, { ...question, action }, principal).verdict === 'allowed';
  return ADMIN_ACTIONS.every(isAllowed)
    ? found
    : { ...found, verdict: 'unknown', reason: 'depends' };
}

/** Returns how a statement matches the question, and the condition keys that leave it undecided. */
function matchOf(
  { documents, whole }: HeldStatement<unknown>,
  question: ExplainQuestion,
  principal: Holder<unknown>['principal'],
  unknown: string[],
): Match {
  const matches = documents
    .flatMap((document) => compilePolicy(document))
    .map((statement) => matchStatement(statement, question, principal, unknown));
  if (matches.includes('yes')) return 'yes';
  if (!whole || matches.includes('unknown')) return 'unknown';
  return matches.includes('part') ? 'part' : 'no';
}

function matchStatement(
  statement: CompiledStatement,
  question: ExplainQuestion,
  principal: Holder<unknown>['principal'],
  unknown: string[],
): Match {
  const { principals, conditions } = statement;
  const meant = isMeant(principals, principal);
  if (meant === 'no' || !statement.matchesAction(question.action)) return 'no';
  const resource = matchResource(statement, question);
  if (resource === 'no') return 'no';
  const { context } = question;
  const open = conditions.filter((condition) => {
    const name = contextName(condition.key);
    const absent = isGiven(context, name) && contextValues(context, name).length === 0;
    return !absent && !condition.isDecided(context);
  });
  if (conditions.some((one) => !open.includes(one) && !one.holds(context))) return 'no';
  unknown.push(...open.map(({ key }) => key), ...(meant === 'unknown' ? ['aws:username'] : []));
  return open.length > 0 || meant === 'unknown' ? 'unknown' : resource;
}

/** Whether a statement applies to a user: one that names users may apply to an unspecified user. */
function isMeant(
  principals: readonly string[] | undefined,
  principal: Holder<unknown>['principal'],
): 'yes' | 'no' | 'unknown' {
  if (principals?.some((pattern) => matchWildcard(pattern, principal ?? '')) ?? true) return 'yes';
  return principal === undefined ? 'unknown' : 'no';
}

/**
 * Whether the request's value for a condition key, or its absence, is known. 'RequestObjectTag'
 * stands for all tags.
 */
function isGiven(context: ConditionContext, name: string): boolean {
  const wanted = [name.toLowerCase(), keyFamily(name).toLowerCase()];
  return Object.keys(context).some((key) => wanted.includes(key.toLowerCase()));
}

function matchResource(statement: CompiledStatement, question: ExplainQuestion): Match {
  const { family, source, principals } = statement;
  const { bucket, key, context } = question;
  const { Resource = [], NotResource = [] } = source;
  if (family === 'admin' || family === 'sts') return 'yes';
  if (family === 'kms' && (bucket === '' || Resource.length === 0)) return 'yes';
  const ofBucket = principals === undefined ? [bucket, `${bucket}/`] : [bucket];
  const names = key === '' ? ofBucket : [`${bucket}/${key}`];
  const hit = (list: readonly string[]) =>
    best(list.flatMap((resource) => names.map((name) => matchName(resource, name, context))));
  if (NotResource.length > 0) return OPPOSITE[hit(NotResource)];
  return Resource.length === 0 ? 'yes' : hit(Resource);
}

const OPPOSITE: Readonly<Record<Match, Match>> = {
  yes: 'no',
  no: 'yes',
  part: 'part',
  unknown: 'unknown',
};

function best(matches: readonly Match[]): Match {
  return (['yes', 'unknown', 'part'] as const).find((one) => matches.includes(one)) ?? 'no';
}

/**
 * Matches a resource with a name; a trailing '*' of the name stands for all names with that prefix.
 */
function matchName(resource: string, name: string, context: ConditionContext): Match {
  const pattern = resourcePattern(resource);
  const isOpen = hasVariables(substituteVariables(pattern, context));
  if (!name.endsWith('*')) {
    if (!isOpen) return matchWithVariables(pattern, name, context) ? 'yes' : 'no';
    return compileWildcard(withoutVariables(pattern, context))(name) ? 'unknown' : 'no';
  }
  const [wide, narrow] = [readWildcard(withoutVariables(pattern, context)), readWildcard(name)];
  if (!wildcardsOverlap(wide, narrow)) return 'no';
  if (isOpen) return 'unknown';
  return wildcardCovers(wide, narrow) ? 'yes' : 'part';
}

/**
 * Replaces variables: an unknown value may be anything, and wildcards in a known value stand for
 * one character.
 */
function withoutVariables(pattern: string, context: ConditionContext): string {
  return pattern.replace(/\$\{[^{}]*\}/g, (written) => {
    const value = substituteVariables(written, context);
    return value === written ? '*' : value.replace(/[*?]/g, '?');
  });
}
