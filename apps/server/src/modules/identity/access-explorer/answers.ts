import type {
  AccessAnswer,
  AccessQuestion,
  AccessStatement,
} from '@stowage/contract/identity/access-explorer';
import { S3_OBJECT_ACTIONS } from '@stowage/domain/actions';
import type { ConditionContext } from '@stowage/domain/policy';
import { type Explained, explain, type Holder } from '@stowage/domain/policy/explain';
import type { z } from 'zod';
import type { Known } from './holders.ts';
import type { Held, Origin } from './statements.ts';

type Question = z.output<typeof AccessQuestion>;

/** What is known of a bucket's own policy and of how the server holds it against users. */
export interface BucketPolicy {
  /** undefined where the caller may not read it. */
  readonly statements: readonly Held[] | undefined;
  /** Whether it counts for users, as it does in S3; MinIO's own counts for anonymous users only. */
  readonly bindsUsers: boolean | undefined;
}

const OBJECT_ACTIONS: ReadonlySet<string> = new Set(S3_OBJECT_ACTIONS);
const MAX_STATEMENTS = 20;

/** Answers a question about somebody. */
export function answer(known: Known, asked: Question, bucket: BucketPolicy): AccessAnswer {
  if (known.refused) return nothing('denied', known.refused);
  const question = {
    action: asked.action,
    bucket: asked.bucket ?? '',
    key: keyOf(asked),
    context: contextOf(asked, known),
  };
  const ask = (statements: readonly Held[]) =>
    explain(withStatements(known.holder, statements), question);
  const isS3 = asked.action.startsWith('s3:') && question.bucket !== '';
  const counts = isS3 && !known.holder.owner;
  const without = ask([]);
  if (!counts) return concluded(known, without);
  if (bucket.statements === undefined) {
    return known.shown.kind === 'anonymous' ? nothing('unknown', 'unreadable') : unsure(without);
  }
  if (known.shown.kind === 'anonymous') return present(ask(bucket.statements));
  const both = ask(bucket.statements);
  if (bucket.bindsUsers === false || both.verdict === without.verdict) {
    return concluded(known, bucket.bindsUsers === false ? without : both);
  }
  if (bucket.bindsUsers === undefined) {
    return { ...present(both), verdict: 'unknown', reason: 'bucket-policy' };
  }
  return concluded(known, both);
}

/** A policy of the bucket that nobody may read could still deny it, or allow it. */
function unsure(explained: Explained<Origin>): AccessAnswer {
  return { ...present(explained), verdict: 'unknown', reason: 'unreadable' };
}

/** What narrows a key and cannot be read could still deny what is allowed. */
function concluded({ hidden }: Known, explained: Explained<Origin>): AccessAnswer {
  const shown = present(explained);
  if (!hidden || explained.verdict === 'denied') return shown;
  return { ...shown, verdict: 'unknown', reason: 'unreadable' };
}

function withStatements(holder: Holder<Origin>, more: readonly Held[]): Holder<Origin> {
  return { ...holder, standing: [...holder.standing, ...more] };
}

function nothing(verdict: AccessAnswer['verdict'], reason: AccessAnswer['reason']): AccessAnswer {
  return { verdict, reason, statements: [], unknown: [] };
}

/** An action on objects without a key is asked about all of them. */
function keyOf({ action, key = '' }: Question): string {
  return OBJECT_ACTIONS.has(action) && key === '' ? '*' : key;
}

const PREFIXES = /^(?:aws|jwt|ldap|sts|svc|s3):/;

/** Now, unless another time is asked about; by the names that the engine knows. */
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
