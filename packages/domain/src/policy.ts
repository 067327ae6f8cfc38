import type { CompiledStatement } from './policy/compile.ts';
import { compilePolicy } from './policy/compile.ts';
import type { PolicyDocument } from './policy/document.ts';
import { belongsTo } from './policy/parse.ts';
import type { ConditionContext } from './policy/variables.ts';
import { matchWildcard } from './wildcard.ts';

export { resourcePattern } from './policy/compile.ts';
export { JWT_CLAIMS } from './policy/condition-keys.ts';
export { couldAllow } from './policy/could-allow.ts';
export { couldReach } from './policy/could-reach.ts';
export type { PolicyDocument } from './policy/document.ts';
export { PolicyError } from './policy/document.ts';
export { parseBucketPolicy, parsePolicy } from './policy/parse.ts';
export type { ConditionContext } from './policy/variables.ts';

/** 'none' when no statement matches the request, which is refused like a deny. */
export type Decision = 'allow' | 'deny' | 'none';

/** A request to be evaluated. */
export interface PolicyRequest {
  /** Such as 's3:GetObject'. */
  readonly action: string;
  /** The bucket; for kms actions the key's name. Absent for server-level actions. */
  readonly bucket?: string;
  /** The object's key; absent for bucket-level actions. */
  readonly key?: string;
  /**
   * The caller's access key, matched against the Principal of bucket policies; absent for anonymous
   * callers.
   */
  readonly principal?: string;
  readonly context: ConditionContext;
}

/**
 * Returns the combined verdict of policies on a request: a deny overrides every allow. User and
 * bucket policies may be passed together. The semantics are MinIO's: in a user policy 'bucket/*'
 * covers the bucket itself too, admin and STS statements ignore resources, reading a version
 * implies reading the object, and s3:ListBucket implies s3:ListBucketVersions. To check denies only
 * (an owner, a session policy), compare with 'deny'.
 *
 * @throws PolicyError for a hand-made document that `parsePolicy` would reject
 */
export function evaluate(policies: readonly PolicyDocument[], request: PolicyRequest): Decision {
  for (const action of namesOf(request.action)) {
    const decision = decide(policies, { ...request, action });
    if (decision !== 'none') return decision;
  }
  return 'none';
}

/** Returns the actions that decide an action, each only if the ones before it match nothing. */
function namesOf(action: string): readonly string[] {
  return action === 's3:ListBucketVersions' ? [action, 's3:ListBucket'] : [action];
}

/**
 * Returns which of the candidate actions a user's policies allow in a bucket, for callers that
 * check many buckets: bucket-independent parts are evaluated once, and equal answers share one
 * list.
 */
export function abilitiesIn(
  policies: readonly PolicyDocument[],
  context: ConditionContext,
  candidates: readonly string[],
): (bucket: string) => readonly string[] {
  const groups = [...groupByStatements(policies, context, candidates).values()];
  const answers = new Map<string, readonly string[]>();
  return (bucket) => {
    const allowed = groups.map(({ deciding }) => isAllowed(deciding, { bucket, context }));
    const name = allowed.join();
    const known = answers.get(name);
    if (known !== undefined) return known;
    const actions = new Set(groups.flatMap((group, at) => (allowed[at] ? group.actions : [])));
    const answer = candidates.filter((action) => actions.has(action));
    answers.set(name, answer);
    return answer;
  };
}

/** Actions that the same statements decide, whatever the bucket. */
interface ActionGroup {
  /** The first list with a statement for the bucket decides. */
  readonly deciding: readonly (readonly CompiledStatement[])[];
  readonly actions: string[];
}

function groupByStatements(
  policies: readonly PolicyDocument[],
  context: ConditionContext,
  candidates: readonly string[],
): ReadonlyMap<string, ActionGroup> {
  const possible = policies
    .flatMap((policy) => compilePolicy(policy))
    .filter(
      (statement) =>
        matchesPrincipal(statement, undefined) &&
        statement.conditions.every((condition) => condition.holds(context)),
    );
  const groups = new Map<string, ActionGroup>();
  for (const action of candidates) {
    const deciding = namesOf(action).map((name) =>
      possible.filter((statement) => statement.matchesAction(name)),
    );
    const places = deciding.map((list) => list.map((statement) => possible.indexOf(statement)));
    const key = JSON.stringify(places);
    const group = groups.get(key) ?? { deciding, actions: [] };
    group.actions.push(action);
    groups.set(key, group);
  }
  return groups;
}

function isAllowed(
  deciding: ActionGroup['deciding'],
  resource: Pick<PolicyRequest, 'bucket' | 'context'>,
): boolean {
  for (const statements of deciding) {
    const applying = statements.filter((statement) => matchesResource(statement, resource));
    if (applying.length > 0) return !applying.some(({ deny }) => deny);
  }
  return false;
}

/** Whether a statement names the bucket, something in it, or a pattern that can match it. */
export function concernsBucket({ Statement }: PolicyDocument, bucket: string): boolean {
  const isInside = belongsTo(bucket);
  return Statement.some(({ Resource = [] }) => Resource.some(isInside));
}

function decide(policies: readonly PolicyDocument[], request: PolicyRequest): Decision {
  let decision: Decision = 'none';
  for (const policy of policies) {
    for (const statement of compilePolicy(policy)) {
      if ((decision === 'allow' && !statement.deny) || !applies(statement, request)) continue;
      if (statement.deny) return 'deny';
      decision = 'allow';
    }
  }
  return decision;
}

function applies(statement: CompiledStatement, request: PolicyRequest): boolean {
  return (
    matchesPrincipal(statement, request.principal) &&
    statement.matchesAction(request.action) &&
    matchesResource(statement, request) &&
    statement.conditions.every((condition) => condition.holds(request.context))
  );
}

function matchesPrincipal({ principals }: CompiledStatement, caller: string | undefined): boolean {
  if (principals === undefined) return true;
  return principals.some((pattern) => matchWildcard(pattern, caller ?? ''));
}

function matchesResource(
  statement: CompiledStatement,
  request: Omit<PolicyRequest, 'action'>,
): boolean {
  if (statement.family === 'admin' || statement.family === 'sts') return true;
  const { resources, notResources } = statement;
  const bucket = request.bucket ?? '';
  if (statement.family === 'kms' && (bucket === '' || resources.length === 0)) return true;
  const names = resourceNames(statement, bucket, request.key);
  const hit = (list: CompiledStatement['resources']) =>
    list.some((matches) => names.some((name) => matches(name, request.context)));
  return (resources.length === 0 || hit(resources)) && !hit(notResources);
}

/**
 * Returns the texts that a resource pattern may match. In user policies a bucket is 'name' and
 * 'name/', which is why 'name/*' covers it.
 */
function resourceNames(
  { principals }: CompiledStatement,
  bucket: string,
  key: string | undefined,
): readonly string[] {
  if (key !== undefined && key !== '') return [`${bucket}/${key}`];
  return principals === undefined ? [bucket, `${bucket}/`] : [bucket];
}
