import { S3Error } from './s3-error.ts';

/** Text unchanged by percent-encoding, including path separators. */
const PLAIN_PATH = /^[A-Za-z0-9\-._~/]*$/;
const LEFT_BY_ENCODE_URI_COMPONENT = /[!'()*]/g;

/**
 * Percent-encodes as required by RFC 3986 and SigV4: only letters, digits and `-._~` stay.
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
 * Encodes an object key for a path: each segment separately, `/` kept. Empty, `.` and `..` segments
 * are kept; S3 paths are never normalised.
 */
export function encodeKey(key: string): string {
  return PLAIN_PATH.test(key) ? key : encodeComponent(key).replaceAll('%2F', '/');
}

/** Returns the encoded path-style path of a bucket or an object. */
export function objectPath(bucket: string, key?: string): string {
  return key === undefined
    ? `/${encodeComponent(bucket)}`
    : `/${encodeComponent(bucket)}/${encodeKey(key)}`;
}

/**
 * Decodes percent-escapes of a path; `+` stays a plus.
 *
 * @throws S3Error InvalidURI for an invalid escape or bytes that are not UTF-8
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
 * Parses a query string, without its `?`, into decoded pairs in the order sent; `+` means a space,
 * a name without `=` has the value ''.
 *
 * @throws S3Error InvalidURI for an invalid escape or bytes that are not UTF-8
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

/** Values by name, not encoded; a list repeats its name. */
export type QueryParameters = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Builds a query string without `?`; undefined values are omitted. Values of the same name are
 * sorted, as they are signed: MinIO signs them in the order in which they are sent.
 */
export function buildQuery(parameters: QueryParameters): string {
  return Object.entries(parameters)
    .flatMap(([name, given]) => {
      const values = typeof given === 'string' ? [given] : (given ?? []);
      return values.map((value) => `${encodeComponent(name)}=${encodeComponent(value)}`).sort();
    })
    .join('&');
}

/** The parts of a URL that are signed and sent, none of them normalised. */
export interface RawUrl {
  /** Scheme and authority as given, `http://host:port`. */
  readonly origin: string;
  /** Value for the Host header, without a default port. */
  readonly host: string;
  /** Encoded path, at least `/`. */
  readonly rawPath: string;
  /** Query without `?`, '' if there is none. */
  readonly rawQuery: string;
}

/**
 * Splits an http(s) URL without changing it: `new URL()` would remove `..` and `.` segments, which
 * are legal in object keys.
 *
 * @throws TypeError unless it is an absolute http(s) URL
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
