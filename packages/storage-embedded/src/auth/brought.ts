import type { IncomingHttpHeaders } from 'node:http';
import type { ConditionContext } from '@stowage/domain/policy';
import { REPLICA, STATUS_HEADER } from '../replication/replica-headers.ts';
import { parseTagging, type Tags } from '../s3/tagging.ts';

/** Retention and legal hold as specified in a request. */
interface Locks {
  readonly mode?: string | undefined;
  readonly until?: string | undefined;
  readonly hold?: string | undefined;
}

const TAGS = 'x-amz-tagging';
const MODE = 'x-amz-object-lock-mode';
const UNTIL = 'x-amz-object-lock-retain-until-date';
const HOLD = 'x-amz-object-lock-legal-hold';
const BROUGHT: ReadonlySet<string> = new Set([TAGS, MODE, UNTIL, HOLD]);
const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether a header sets attributes of a new object and thus applies to writes only. */
export function isBrought(header: string): boolean {
  return BROUGHT.has(header);
}

/**
 * Returns the condition keys for the tags and locks that a write's headers give an object.
 *
 * @throws S3Error InvalidTag
 */
export function broughtByHeaders(headers: IncomingHttpHeaders): ConditionContext {
  const tags = headers[TAGS];
  return {
    ...(typeof tags === 'string' && takesTags(headers) ? requestTags(parseTagging(tags)) : {}),
    ...requestLocks({
      mode: text(headers[MODE]),
      until: text(headers[UNTIL]),
      hold: text(headers[HOLD]),
    }),
  };
}

/** Whether the tags in the headers apply: a copy keeps the tags of its source by default. */
function takesTags(headers: IncomingHttpHeaders): boolean {
  return (
    headers['x-amz-copy-source'] === undefined ||
    headers['x-amz-tagging-directive'] === 'REPLACE' ||
    headers[STATUS_HEADER] === REPLICA
  );
}

/** Returns the condition keys for the tags in a request. */
export function requestTags(tags: Tags): ConditionContext {
  const context: Record<string, readonly string[]> = { RequestObjectTagKeys: Object.keys(tags) };
  for (const [tag, value] of Object.entries(tags)) {
    context[`RequestObjectTag/${tag}`] = [value];
  }
  return context;
}

/** Returns the condition keys for the locks in a request, in S3's spelling. */
export function requestLocks({ mode, until, hold }: Locks): ConditionContext {
  const moment = until === undefined ? Number.NaN : Date.parse(until);
  const days = Math.ceil((moment - Date.now()) / DAY_MS);
  return {
    ...(mode === undefined ? {} : { 'object-lock-mode': [mode.toUpperCase()] }),
    ...(hold === undefined ? {} : { 'object-lock-legal-hold': [hold.toUpperCase()] }),
    ...(Number.isNaN(moment)
      ? {}
      : {
          'object-lock-retain-until-date': [new Date(moment).toISOString()],
          'object-lock-remaining-retention-days': [String(days)],
        }),
  };
}

function text(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
