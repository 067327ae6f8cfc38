import type { IncomingHttpHeaders } from 'node:http';

/** A request as received by the server. */
export interface IncomingRequest {
  readonly method: string;
  /** Path as sent, before the `?`. */
  readonly rawPath: string;
  /** Query as sent, without the `?`; '' if there is none. */
  readonly rawQuery: string;
  readonly headers: IncomingHttpHeaders;
  /** Node's flat name-value list; needed for signed headers that occur more than once. */
  readonly rawHeaders?: readonly string[] | undefined;
}

/** Returns the separate values of a header that Node has joined, one per occurrence. */
export function separateValues(
  name: string,
  value: string | string[],
  rawHeaders: readonly string[] | undefined,
): readonly string[] {
  if (typeof value !== 'string') {
    return value;
  }
  if (rawHeaders === undefined || !value.includes(', ')) {
    return [value];
  }
  const values: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === name) {
      values.push(rawHeaders[at + 1] ?? '');
    }
  }
  return values;
}
