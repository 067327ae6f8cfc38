import type { ReportedKey } from '@stowage/contract/identity/keys-report';
import type { KnownKey } from './read-keys.ts';

/** A key that has not been used for this long counts as unused. */
const UNUSED_MS = 90 * 24 * 3_600_000;

/** The maximum number of listed keys; the riskiest are kept. */
const MAX_LISTED = 50_000;

const WEIGHTS: Readonly<Record<ReportedKey['risks'][number], number>> = {
  tooWide: 4,
  unused: 2,
  neverExpires: 1,
};

/** Returns the keys with the risks of each, the riskiest first. */
export function reportOf(keys: readonly KnownKey[], now: number) {
  const usageKnown = keys.some(({ lastUsed }) => lastUsed !== undefined);
  const all = keys
    .map((key): ReportedKey => present(key, risksOf(key, usageKnown, now)))
    .sort((a, b) => weigh(b) - weigh(a) || (a.accessKey < b.accessKey ? -1 : 1));
  return { keys: all.slice(0, MAX_LISTED), total: all.length, usageKnown };
}

function present(
  { createdAt, lastUsed, expiration, ...key }: KnownKey,
  risks: ReportedKey['risks'],
) {
  return {
    ...key,
    ...(createdAt !== undefined && { createdAt }),
    ...(lastUsed !== undefined && { lastUsed }),
    ...(expiration !== undefined && { expiration }),
    risks,
  };
}

/** A key that cannot be used is not a risk. */
function risksOf(key: KnownKey, usageKnown: boolean, now: number): ReportedKey['risks'] {
  const { enabled, expiration, lastUsed, createdAt, width } = key;
  const isOver = expiration !== undefined && Date.parse(expiration) <= now;
  if (!enabled || isOver) return [];
  const since = lastUsed ?? createdAt;
  const isUnused = usageKnown && since !== undefined && now - Date.parse(since) > UNUSED_MS;
  return [
    ...(width === 'grants' || width === 'writesAll' ? (['tooWide'] as const) : []),
    ...(isUnused ? (['unused'] as const) : []),
    ...(expiration === undefined ? (['neverExpires'] as const) : []),
  ];
}

function weigh({ risks }: ReportedKey): number {
  return risks.reduce((sum, risk) => sum + WEIGHTS[risk], 0);
}
