import {
  type ConditionContext,
  type PolicyDocument,
  PolicyError,
  parseBucketPolicy,
  parsePolicy,
} from '@stowage/domain/policy';
import { surelyAllows } from '@stowage/domain/policy-gate';
import { matchWildcard } from '@stowage/domain/wildcard';
import { z } from 'zod';

const Statement = z.looseObject({ Effect: z.string(), Action: z.unknown().optional() });
type Statement = z.infer<typeof Statement>;

const Written = z.object({
  Version: z.string().nullish(),
  Statement: z.array(Statement).nullish(),
});

const VERSION = '2012-10-17';

/** The policy that the storage server reports to be in effect for an account. */
export interface EffectivePolicy {
  readonly version: string;
  /** As written by the server. */
  readonly statements: readonly Statement[];
  /**
   * For the policy engine, one document per statement: what it can parse determines what is
   * offered.
   */
  readonly documents: readonly PolicyDocument[];
  /**
   * Statements that may deny and that the engine cannot fully parse: a gate takes them into
   * account.
   */
  readonly unreadDenies: readonly Statement[];
}

/**
 * Parses the policy of an account. The server may know actions and conditions that the engine does
 * not: what it cannot parse grants nothing here, and the rest counts. That is enough for deciding
 * what the console offers, since the server has the final say; the console's own gates use
 * `passesGate`.
 */
export function readEffectivePolicy(policy: unknown): EffectivePolicy {
  const { data } = Written.safeParse(policy);
  const statements = data?.Statement ?? [];
  return {
    version: data?.Version || VERSION,
    statements,
    documents: statements.flatMap(readStatement),
    unreadDenies: statements.filter(
      (statement) => statement.Effect !== 'Allow' && parse(statement) === undefined,
    ),
  };
}

/**
 * Whether the console itself may do something for this account that requires the action. Anything
 * that might deny it does, including statements that the engine cannot parse.
 */
export function passesGate(
  { documents, unreadDenies }: EffectivePolicy,
  action: string,
  context: ConditionContext,
): boolean {
  return (
    !unreadDenies.some((statement) => canConcern(statement, action)) &&
    surelyAllows(documents, { action, context })
  );
}

/**
 * A statement is known not to apply only if its list of actions is readable and none of its
 * patterns match.
 */
function canConcern(statement: Statement, action: string): boolean {
  const actions = z.array(z.string()).min(1).safeParse([statement.Action].flat()).data;
  return actions === undefined || actions.some((pattern) => matchWildcard(pattern, action));
}

/** A statement as written by the server, and the parts of it that the engine could parse. */
export interface ReadStatement {
  readonly written: Statement;
  readonly documents: readonly PolicyDocument[];
}

/** Parses the statements of a policy one by one. */
export function readStatements(policy: unknown): ReadStatement[] {
  const statements = Written.safeParse(policy).data?.Statement ?? [];
  return statements.map((written) => ({ written, documents: readStatement(written) }));
}

function readStatement(statement: Statement): PolicyDocument[] {
  const whole = parse(statement);
  if (whole) return [whole];
  const actions = z.array(z.string()).safeParse(statement.Action).data ?? [];
  return actions.flatMap((action) => parse({ ...statement, Action: [action] }) ?? []);
}

/** The parts of a bucket policy's statement that the engine could parse: one document, or none. */
export function readBucketStatement(written: unknown, bucket: string): PolicyDocument[] {
  const read = unlessUnreadable(() => parseBucketPolicy(documentOf(written), bucket));
  return read === undefined ? [] : [read];
}

function parse(statement: Statement): PolicyDocument | undefined {
  return unlessUnreadable(() => parsePolicy(documentOf(statement)));
}

/** A policy with one statement, as JSON. */
function documentOf(statement: unknown): string {
  return JSON.stringify({ Version: VERSION, Statement: [statement] });
}

function unlessUnreadable(read: () => PolicyDocument): PolicyDocument | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PolicyError) return undefined;
    throw error;
  }
}
