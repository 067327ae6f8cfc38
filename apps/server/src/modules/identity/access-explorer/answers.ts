import type {
  AccessAnswer,
  AccessQuestion,
  AccessStatement,
} from '@stowage/contract/identity/access-explorer';
import { S3_ACTIONS, S3_OBJECT_ACTIONS } from '@stowage/domain/actions';
import type { ConditionContext } from '@stowage/domain/policy';
import {
  type Explained,
  type ExplainQuestion,
  explain,
  type Holder,
} from '@stowage/domain/policy/explain';
import type { z } from 'zod';
import type { Dialect } from '../../../upstream/dialect.ts';
import { answerOfMinio, isAboutOneself, isAskedOtherwise } from './asked-actions.ts';
import type { Known } from './holders.ts';
import type { Held, Origin } from './statements.ts';

type Question = z.output<typeof AccessQuestion>;

/** What the answers depend on besides the account in question. */
export interface Place {
  /** The statements of the bucket's own policy; undefined if the caller may not read it. */
  readonly bucket: readonly Held[] | undefined;
  /**
   * MinIO applies bucket policies to anonymous users only, and refuses all members of a disabled
   * group.
   */
  readonly dialect: Dialect;
}

/** Whether the answers depend on the kind of server. */
export function needsDialect(
  { shown }: Known,
  asked: readonly Pick<Question, 'action'>[],
  buckets: readonly (readonly Held[] | undefined)[],
) {
  return (
    hasDisabledGroup(shown) ||
    asked.some(({ action }) => isAskedOtherwise(action)) ||
    buckets.some((statements = []) => statements.length > 0)
  );
}

function hasDisabledGroup({ groups }: Known['shown']): boolean {
  return groups.some(({ enabled }) => !enabled);
}

const OBJECT_ACTIONS: ReadonlySet<string> = new Set(S3_OBJECT_ACTIONS);
const ALL_OF_S3: ReadonlySet<string> = new Set(S3_ACTIONS);
const MAX_STATEMENTS = 20;

/** Answers a question about an account. */
export function answer(known: Known, asked: Question, place: Place): AccessAnswer {
  const { dialect } = place;
  const found = answerTo(known, asked, place);
  if (dialect === 'stowage' || !isAskedOtherwise(asked.action)) return found;
  const ofMinio = answerOfMinio(asked.action, (action) =>
    answerTo(known, { ...asked, action }, place),
  );
  if (dialect === 'minio' || ofMinio.verdict === found.verdict) return ofMinio;
  return { ...found, verdict: 'unknown', reason: 'depends' };
}

function answerTo(known: Known, asked: Question, { bucket, dialect }: Place): AccessAnswer {
  if (known.refused) return nothing('denied', known.refused);
  if (!hasDisabledGroup(known.shown) || known.holder.owner || dialect === 'stowage') {
    return concluded(known, answerByPolicies(known, asked, { bucket, dialect }));
  }
  if (dialect === 'minio') return nothing('denied', 'group-disabled');
  const found = concluded(known, answerByPolicies(known, asked, { bucket, dialect }));
  return found.verdict === 'denied'
    ? found
    : { ...found, verdict: 'unknown', reason: 'group-disabled' };
}

function answerByPolicies(known: Known, asked: Question, { bucket, dialect }: Place): AccessAnswer {
  const question = {
    action: asked.action,
    bucket: asked.bucket ?? '',
    key: keyOf(asked),
    context: contextOf(asked, known),
  };
  const ask = (statements: readonly Held[]) =>
    present(explain(withStatements(known.holder, statements), question));
  const counts = asked.action.startsWith('s3:') && question.bucket !== '' && !known.holder.owner;
  if (!counts) return forOneself(known, question, ask([]));
  const isAnonymous = known.shown.kind === 'anonymous';
  if (bucket === undefined) {
    if (!isAnonymous && dialect === 'minio') return ask([]);
    const found = ask([]);
    // A bucket policy cannot override a Deny, whatever it allows.
    const stays = found.verdict === 'denied' && found.reason !== 'no-allow';
    return stays ? found : { ...found, verdict: 'unknown', reason: 'unreadable' };
  }
  const [without, both] = [ask([]), ask(bucket)];
  if (isAnonymous || dialect === 'stowage' || bucket.length === 0) return both;
  if (dialect === 'minio') return without;
  if (both.verdict === without.verdict) return both;
  return { ...both, verdict: 'unknown', reason: 'bucket-policy' };
}

/** Even without an Allow, an account may perform some actions on itself. */
function forOneself(
  { holder }: Known,
  question: ExplainQuestion,
  found: AccessAnswer,
): AccessAnswer {
  const isOpen = found.reason === 'no-allow' && holder.standing.length > 0;
  if (!isOpen || !isAboutOneself(question.action)) return found;
  // A Deny that possibly applies would cover those too.
  if (found.statements.some(({ effect }) => effect === 'Deny')) {
    return { ...found, verdict: 'unknown', reason: 'depends' };
  }
  const within = explain({ ...holder, owner: true }, question);
  return within.verdict === 'allowed' ? { ...found, verdict: 'partly', reason: 'oneself' } : found;
}

/** An unreadable policy that restricts a key could still deny what is allowed. */
function concluded({ hidden }: Known, found: AccessAnswer): AccessAnswer {
  if (!hidden || found.verdict === 'denied') return found;
  return { ...found, verdict: 'unknown', reason: 'unreadable' };
}

function withStatements(holder: Holder<Origin>, more: readonly Held[]): Holder<Origin> {
  return { ...holder, standing: [...holder.standing, ...more] };
}

function nothing(verdict: AccessAnswer['verdict'], reason: AccessAnswer['reason']): AccessAnswer {
  return { verdict, reason, statements: [], unknown: [] };
}

/** An object action without a key is evaluated for all objects; a bucket action has no key. */
function keyOf({ action, key = '' }: Question): string {
  if (ALL_OF_S3.has(action) && !OBJECT_ACTIONS.has(action)) return '';
  return OBJECT_ACTIONS.has(action) && key === '' ? '*' : key;
}

const PREFIXES = /^(?:aws|jwt|ldap|sts|svc|s3):/;

/** The condition values, with the engine's key names; the time defaults to now. */
function contextOf({ facts }: Question, known: Known): ConditionContext {
  const given = Object.fromEntries(
    Object.entries(facts).map(([key, values]) => [key.replace(PREFIXES, ''), values]),
  );
  const time = new Date(given.CurrentTime?.[0] ?? Date.now());
  const valid = Number.isNaN(time.getTime()) ? new Date() : time;
  return {
    CurrentTime: [valid.toISOString()],
    EpochTime: [String(Math.floor(valid.getTime() / 1000))],
    ...given,
    ...known.context,
  };
}

function present({ verdict, reason, deciding, said, unknown }: Explained<Origin>): AccessAnswer {
  const statements = said
    .map(({ statement, match }): AccessStatement => {
      const { effect, origin } = statement;
      return { ...origin, effect, match, deciding: statement === deciding };
    })
    .sort((a, b) => Number(b.deciding) - Number(a.deciding));
  return {
    verdict,
    reason,
    statements: statements.slice(0, MAX_STATEMENTS),
    unknown: [...unknown],
  };
}
