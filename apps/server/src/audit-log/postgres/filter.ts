import type { AuditFilter } from '../audit-log.ts';
import { parsePattern } from '../pattern.ts';

/** The values of a statement and their placeholders. */
export class Values {
  readonly list: unknown[];

  constructor(first: readonly unknown[] = []) {
    this.list = [...first];
  }

  /** Adds a value and returns its placeholder, such as $1. */
  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

/** The filter's condition on shapes, as SQL; '' for none. */
export function shapeCondition(filter: AuditFilter, values: Values): string {
  const { api, bucket, userAgent, exceptUserAgent: except, status, account } = filter;
  const is = (pattern: string, columns: readonly string[]) => {
    if (pattern === '') return [];
    const value = values.add(parsePattern(pattern).like);
    return [`(${columns.map((column) => `${column} LIKE ${value}`).join(' OR ')})`];
  };
  return [
    ...is(api, ['api']),
    ...is(bucket, ['bucket']),
    ...is(userAgent, ['user_agent']),
    ...is(status, ['status', 'CAST(status_code AS text)']),
    ...is(account, ['access_key', 'parent_user']),
    ...(except === undefined ? [] : [`user_agent <> ${values.add(except)}`]),
  ].join(' AND ');
}

/** The filter's condition on single records, as SQL; '' for none. */
export function recordCondition({ object, requestId }: AuditFilter, values: Values): string {
  const conditions: string[] = [];
  if (object !== '') {
    const test = matching(object, values);
    conditions.push(
      // CASE: only JSON may be parsed as such, whatever the evaluation order.
      `(object ${test} OR (objects <> '' AND CASE WHEN objects <> '' THEN EXISTS (
         SELECT 1 FROM json_array_elements_text(CAST(objects AS json)) AS name WHERE name ${test}) END))`,
    );
  }
  if (requestId !== '') conditions.push(`request_id ${matching(requestId, values)}`);
  return conditions.join(' AND ');
}

/** An equality if there is no wildcard, so that an index can be used. */
function matching(text: string, values: Values): string {
  const { exact, like } = parsePattern(text);
  return exact === undefined ? `LIKE ${values.add(like)}` : `= ${values.add(exact)}`;
}

/** Whether an index of whole values can answer the filter. */
export function namesOne({ object, requestId }: AuditFilter): boolean {
  return [object, requestId].some((text) => text !== '' && parsePattern(text).exact !== undefined);
}

/** Shorter parts are not in the index; JSON escapes these characters. */
const INDEXED_PART = /^[^"\\\p{Cc}]{3,}$/u;

/** The condition that the trigram index can answer; '' for none. */
export function partsCondition({ object }: AuditFilter, values: Values): string {
  const { exact, literals } = parsePattern(object);
  if (exact !== undefined) return '';
  return literals
    .filter((literal) => INDEXED_PART.test(literal))
    .map((literal) => `(object || objects) LIKE ${values.add(`%${escapeLike(literal)}%`)}`)
    .join(' AND ');
}

function escapeLike(text: string): string {
  return text.replaceAll(/[%_\\]/g, '\\$&');
}
