import type { AuditFilter } from '../audit-log.ts';
import { parsePattern } from '../pattern.ts';

/** Values of a statement, and where they stand in it. */
export class Values {
  readonly list: unknown[];

  constructor(first: readonly unknown[] = []) {
    this.list = [...first];
  }

  /** Gives the text that stands for the value, such as $1. */
  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

/** What the filter wants of shapes, as SQL; '' for any. */
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

/** What the filter wants of single records, as SQL; '' for any. */
export function recordCondition({ object, requestId }: AuditFilter, values: Values): string {
  const conditions: string[] = [];
  if (object !== '') {
    const test = matching(object, values);
    conditions.push(
      // CASE: only what is JSON may be read as such, whatever is looked at first.
      `(object ${test} OR (objects <> '' AND CASE WHEN objects <> '' THEN EXISTS (
         SELECT 1 FROM json_array_elements_text(CAST(objects AS json)) AS name WHERE name ${test}) END))`,
    );
  }
  if (requestId !== '') conditions.push(`request_id ${matching(requestId, values)}`);
  return conditions.join(' AND ');
}

/** An equation where there is no wildcard: an index answers it. */
function matching(text: string, values: Values): string {
  const { exact, like } = parsePattern(text);
  return exact === undefined ? `LIKE ${values.add(like)}` : `= ${values.add(exact)}`;
}

/** Whether an index of whole values answers the filter. */
export function namesOne({ object, requestId }: AuditFilter): boolean {
  return [object, requestId].some((text) => text !== '' && parsePattern(text).exact !== undefined);
}

/** Shorter parts are not in the index; JSON writes these characters in another way. */
const INDEXED_PART = /^[^"\\\p{Cc}]{3,}$/u;

/** The condition that the index of parts answers; '' for none. */
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
