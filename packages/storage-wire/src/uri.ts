import { S3Error } from './s3-error.ts';

/** Text that percent-encoding leaves as it is, path separators included. */
const PLAIN_PATH = /^[A-Za-z0-9\-._~/]*$/;
const LEFT_BY_ENCODE_URI_COMPONENT = /[!'()*]/g;

/**
 * Percent-encodes as RFC 3986 and SigV4 ask: only letters, digits and `-._~` stay.
 *
 * @param text any text; a lone surrogate becomes U+FFFD
 */
export function encodeComponent(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    LEFT_BY_ENCODE_URI_COMPONENT,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Encodes an object key for a path: every segment by itself, `/` kept. Empty, `.` and
 * `..` segments stay what they are; S3 paths are never normalised.
 */
export function encodeKey(key: string): string {
  return PLAIN_PATH.test(key) ? key : encodeComponent(key).replaceAll('%2F', '/');
}

/** The encoded path of a bucket or of an object in it, in path style. */
export function objectPath(bucket: string, key?: string): string {
  return key === undefined
    ? `/${encodeComponent(bucket)}`
    : `/${encodeComponent(bucket)}/${encodeKey(key)}`;
}

/**
 * Decodes percent-escapes of a path; `+` stays a plus.
 *
 * @throws S3Error InvalidURI for a broken escape or bytes that are not UTF-8
 */
export function decodePath(rawPath: string): string {
  if (!rawPath.includes('%')) {
    return rawPath;
  }
  try {
    return decodeURIComponent(rawPath);
  } catch {
    throw new S3Error('InvalidURI');
  }
}

/**
 * Reads a query string, without its `?`, into decoded pairs in the order sent; `+` means a
 * space, a name without `=` has the value ''.
 *
 * @throws S3Error InvalidURI for a broken escape or bytes that are not UTF-8
 */
export function parseQuery(rawQuery: string): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (const part of rawQuery.split('&')) {
    if (part === '') {
      continue;
    }
    const equals = part.indexOf('=');
    const name = equals < 0 ? part : part.slice(0, equals);
    const value = equals < 0 ? '' : part.slice(equals + 1);
    pairs.push([decodeQueryPart(name), decodeQueryPart(value)]);
  }
  return pairs;
}

function decodeQueryPart(text: string): string {
  return decodePath(text.replaceAll('+', ' '));
}

/** Values by name, not encoded; a list stands for its name several times. */
export type QueryParameters = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Writes pairs as a query string without `?`; undefined values are left out. Those of one name come
 * sorted, as they are signed: MinIO takes them for its signature in the order in which they come.
 */
export function buildQuery(parameters: QueryParameters): string {
  return Object.entries(parameters)
    .flatMap(([name, given]) => {
      const values = typeof given === 'string' ? [given] : (given ?? []);
      return values.map((value) => `${encodeComponent(name)}=${encodeComponent(value)}`).sort();
    })
    .join('&');
}

/** A URL cut into the pieces that are signed and sent, none of them normalised. */
export interface RawUrl {
  /** Scheme and authority as given, `http://host:port`. */
  readonly origin: string;
  /** Value for the Host header: no default port. */
  readonly host: string;
  /** Encoded path, at least `/`. */
  readonly rawPath: string;
  /** Query without `?`, '' when there is none. */
  readonly rawQuery: string;
}

/**
 * Cuts an http(s) URL apart without touching it: `new URL()` would eat `..` and `.` segments,
 * which are legal in object keys.
 *
 * @throws TypeError when it is no absolute http(s) URL
 */
export function splitUrl(url: string): RawUrl {
  const match = /^(https?):\/\/([^/?#]+)([^?#]*)(?:\?([^#]*))?/i.exec(url);
  if (match === null) {
    throw new TypeError('An absolute http or https URL is needed.');
  }
  const [, scheme = '', authority = '', path = '', query = ''] = match;
  const defaultPort = scheme.toLowerCase() === 'https' ? ':443' : ':80';
  const host = authority.endsWith(defaultPort)
    ? authority.slice(0, -defaultPort.length)
    : authority;
  return {
    origin: `${scheme}://${authority}`,
    host: host.toLowerCase(),
    rawPath: path === '' ? '/' : path,
    rawQuery: query,
  };
}
