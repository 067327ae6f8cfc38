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

/** The policy that the storage server says is in force for an account. */
export interface EffectivePolicy {
  readonly version: string;
  /** As the server wrote them. */
  readonly statements: readonly Statement[];
  /** For the policy engine, one document a statement: what it can read decides what is offered. */
  readonly documents: readonly PolicyDocument[];
  /** Statements that may deny, of which the engine cannot read all: a gate counts them. */
  readonly unreadDenies: readonly Statement[];
}

/**
 * Reads the policy of an account. The server may know actions and conditions that
 * the engine does not: what it cannot read grants nothing here, and the rest
 * counts. That is enough for what the console offers, where the server decides
 * what happens; a gate of the console's own asks `passesGate`.
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
 * Whether the console itself may do for this account what only the action allows. Everything
 * that might deny it denies, also statements that the engine cannot read.
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

/** Only a list of other actions, all of them readable as patterns, says that it does not. */
function canConcern(statement: Statement, action: string): boolean {
  const actions = z.array(z.string()).min(1).safeParse([statement.Action].flat()).data;
  return actions === undefined || actions.some((pattern) => matchWildcard(pattern, action));
}

/** A statement as the server wrote it, and what the engine could read of it. */
export interface ReadStatement {
  readonly written: Statement;
  readonly documents: readonly PolicyDocument[];
}

/** The statements of a policy one by one. */
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

/** What the engine could read of a statement of a bucket's own policy: a document, or none. */
export function readBucketStatement(written: unknown, bucket: string): PolicyDocument[] {
  const read = unlessUnreadable(() => parseBucketPolicy(documentOf(written), bucket));
  return read === undefined ? [] : [read];
}

function parse(statement: Statement): PolicyDocument | undefined {
  return unlessUnreadable(() => parsePolicy(documentOf(statement)));
}

/** A policy of one statement, JSON. */
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
