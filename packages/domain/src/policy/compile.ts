import {
  ADMIN_ACTIONS,
  KMS_ACTIONS,
  S3_ACTIONS,
  S3_OBJECT_ACTIONS,
  STS_ACTIONS,
} from '../actions.ts';
import { compileWildcard, matchWildcard } from '../wildcard.ts';
import { actionTakesKey, keyFamily } from './condition-keys.ts';
import type { Condition } from './conditions.ts';
import { compileCondition } from './conditions.ts';
import type { PolicyDocument, PolicyStatement } from './document.ts';
import { PolicyError } from './document.ts';
import type { ConditionContext } from './variables.ts';
import { hasVariables, matchWithVariables } from './variables.ts';

/** The kind of actions in a statement, which decides how its resources are matched. */
export type StatementFamily = 's3' | 'admin' | 'sts' | 'kms';

type ResourceMatch = (resource: string, context: ConditionContext) => boolean;

export interface CompiledStatement {
  readonly source: PolicyStatement;
  readonly family: StatementFamily;
  readonly deny: boolean;
  readonly principals: readonly string[] | undefined;
  readonly matchesAction: (action: string) => boolean;
  readonly resources: readonly ResourceMatch[];
  readonly notResources: readonly ResourceMatch[];
  readonly conditions: readonly Condition[];
}

const ADMIN = new Set<string>([...ADMIN_ACTIONS, 'admin:*']);
const KMS = new Set<string>([...KMS_ACTIONS, 'kms:*']);
/** A bare '*' counts as an STS action, as in MinIO: its statement needs no resource. */
const STS = new Set<string>([...STS_ACTIONS, '*']);
const S3 = [...S3_ACTIONS, 's3:*'];
const OBJECT_ACTIONS = [...S3_OBJECT_ACTIONS, 's3:*'];
const S3_ARN = 'arn:aws:s3:::';
const KMS_ARN = 'arn:minio:kms:::';

const compiled = new WeakMap<PolicyDocument, readonly CompiledStatement[]>();

/**
 * Returns the compiled statements of a policy, cached per document.
 *
 * @throws PolicyError for an invalid statement
 */
export function compilePolicy(policy: PolicyDocument): readonly CompiledStatement[] {
  const known = compiled.get(policy);
  if (known !== undefined) return known;
  const statements = policy.Statement.map((statement, index) =>
    compileStatement(statement, `Statement[${index}]`),
  );
  compiled.set(policy, statements);
  return statements;
}

/** Returns the part of a resource after its ARN prefix: 'bucket', 'bucket/key', '*'. */
export function resourcePattern(resource: string): string {
  if (resource.startsWith(S3_ARN)) return resource.slice(S3_ARN.length);
  if (resource.startsWith(KMS_ARN)) return resource.slice(KMS_ARN.length);
  return resource;
}

/**
 * Returns the pattern of a principal. Users are identified by name alone, so the account in an AWS
 * user ARN is ignored.
 */
function principalPattern(principal: string): string {
  return /^arn:aws:iam::[^:]*:user\/(?:.*\/)?([^/]+)$/.exec(principal)?.[1] ?? principal;
}

function compileStatement(statement: PolicyStatement, field: string): CompiledStatement {
  const family = statement.Principal === undefined ? statementFamily(statement, field) : 's3';
  checkResources(statement, family, field);
  return {
    source: statement,
    family,
    deny: statement.Effect === 'Deny',
    principals: statement.Principal?.AWS.map(principalPattern),
    matchesAction: compileActions(statement),
    resources: compileResources(statement.Resource),
    notResources: compileResources(statement.NotResource),
    conditions: compileConditions(statement, family, field),
  };
}

function statementFamily(statement: PolicyStatement, field: string): StatementFamily {
  const actions = statement.Action ?? [];
  const families = [
    ['admin', ADMIN],
    ['sts', STS],
    ['kms', KMS],
  ] as const;
  for (const [family, names] of families) {
    if (!actions.some((action) => names.has(action))) continue;
    const foreign = actions.find((action) => !names.has(action));
    if (foreign === undefined) return family;
    const message = `'${foreign}' cannot stand beside ${family} actions.`;
    throw new PolicyError('unsupported-action', `${field}.Action`, message);
  }
  const unknown = actions.find((action) => !S3.some((known) => matchWildcard(action, known)));
  if (unknown !== undefined) {
    throw new PolicyError('unsupported-action', `${field}.Action`, `There is no '${unknown}'.`);
  }
  return 's3';
}

function checkResources(statement: PolicyStatement, family: StatementFamily, field: string): void {
  for (const name of ['Resource', 'NotResource'] as const) {
    for (const resource of statement[name] ?? []) {
      checkResource(resource, family, `${field}.${name}`);
    }
  }
  const given = statement.Resource ?? statement.NotResource;
  if (given === undefined && family === 's3') {
    throw new PolicyError('missing', `${field}.Resource`, 'A resource is required.');
  }
  if (statement.Principal !== undefined) checkBucketPolicyActions(statement, field);
}

function checkResource(resource: string, family: StatementFamily, field: string): void {
  const pattern = resourcePattern(resource);
  const kms = resource.startsWith(KMS_ARN);
  const known = resource === '*' || kms || resource.startsWith(S3_ARN);
  const fits = (family !== 's3' || !kms) && (family !== 'kms' || kms || resource === '*');
  const badKey = kms && /[/\\.]/.test(pattern);
  if (!known || !fits || badKey || pattern === '' || pattern.startsWith('/')) {
    throw new PolicyError(
      'unsupported-resource',
      field,
      `'${resource}' is not a valid resource here.`,
    );
  }
}

/**
 * Checks that a bucket policy pairs object actions with object ARNs and bucket actions with the
 * bucket's.
 */
function checkBucketPolicyActions(statement: PolicyStatement, field: string): void {
  const patterns = (statement.Resource ?? statement.NotResource ?? []).map(resourcePattern);
  const objects = patterns.some((pattern) => /[/*]/.test(pattern));
  const buckets = patterns.some((pattern) => pattern === '*' || !pattern.includes('/'));
  for (const action of statement.Action ?? []) {
    if (!/^(?:s3:|\*)/.test(action)) {
      const message = `'${action}' cannot be used in a bucket policy.`;
      throw new PolicyError('unsupported-action', `${field}.Action`, message);
    }
    const onObjects = OBJECT_ACTIONS.some((known) => matchWildcard(action, known));
    if (onObjects ? !objects : !buckets) {
      throw misplaced(action, field);
    }
  }
}

function misplaced(action: string, field: string): PolicyError {
  const known = S3.some((name) => matchWildcard(action, name));
  return known
    ? new PolicyError(
        'unsupported-resource',
        `${field}.Resource`,
        `'${action}' cannot be used with these resources.`,
      )
    : new PolicyError('unsupported-resource', `${field}.Action`, `Unknown action '${action}'`);
}

function compileActions(statement: PolicyStatement): (action: string) => boolean {
  const allowed = compileActionList(statement.Action ?? []);
  const excluded = compileActionList(statement.NotAction ?? []);
  const any = statement.Action === undefined;
  return (action) => (any || allowed(action)) && !excluded(action);
}

function compileActionList(patterns: readonly string[]): (action: string) => boolean {
  const tests = patterns.map(compileWildcard);
  // Reading a version implies reading the object.
  if (patterns.includes('s3:GetObjectVersion')) tests.push((action) => action === 's3:GetObject');
  return (action) => tests.some((test) => test(action));
}

function compileResources(resources: readonly string[] | undefined): readonly ResourceMatch[] {
  return (resources ?? []).map((resource) => {
    const pattern = resourcePattern(resource);
    if (hasVariables(pattern)) {
      return (text, context) => matchWithVariables(pattern, text, context);
    }
    return compileWildcard(pattern);
  });
}

function compileConditions(
  statement: PolicyStatement,
  family: StatementFamily,
  field: string,
): readonly Condition[] {
  const conditions: Condition[] = [];
  const foreignOf = remembered((key) =>
    (statement.Action ?? []).find((action) => !actionTakesKey(family, action, key)),
  );
  for (const [operator, keys] of Object.entries(statement.Condition ?? {})) {
    for (const [key, values] of Object.entries(keys)) {
      const place = `${field}.Condition.${operator}.${key}`;
      conditions.push(compileCondition(operator, key, values, place));
      const foreign = foreignOf(keyFamily(key));
      if (foreign !== undefined) {
        throw new PolicyError('unsupported-key', place, `'${foreign}' has no '${key}'.`);
      }
    }
  }
  return conditions;
}

/** Memoises each check, because policies repeat few keys many times. */
function remembered<Answer>(ask: (question: string) => Answer): (question: string) => Answer {
  const answers = new Map<string, Answer>();
  return (question) => {
    const known = answers.get(question);
    if (known !== undefined || answers.has(question)) return known as Answer;
    const answer = ask(question);
    answers.set(question, answer);
    return answer;
  };
}
