import type { IncomingHttpHeaders } from 'node:http';
import { STREAMING_PAYLOADS } from './chunked.ts';
import { S3Error } from './s3-error.ts';
import { amzTimestamp, type CredentialScope, UNSIGNED_PAYLOAD } from './sigv4.ts';
import { parseQuery } from './uri.ts';

const CREDENTIAL = /^(.+)\/([0-9]{8})\/([^/]*)\/([^/]+)\/aws4_request$/;
const SIGNED_HEADER = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const HEX_SHA256 = /^[0-9a-fA-F]{64}$/;

/** The query parameters of a presigned signature. */
export const SIGNATURE_PARAMETERS = new Set([
  'X-Amz-Algorithm',
  'X-Amz-Credential',
  'X-Amz-Date',
  'X-Amz-Expires',
  'X-Amz-SignedHeaders',
  'X-Amz-Signature',
]);

/** Returns the query parameters that identify a presigned request. */
export function signatureQuery(rawQuery: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (!rawQuery.includes('X-Amz-')) {
    return found;
  }
  for (const [name, value] of parseQuery(rawQuery)) {
    if (SIGNATURE_PARAMETERS.has(name)) {
      if (found.has(name)) {
        throw new S3Error('AuthorizationQueryParametersError', `${name} is repeated.`);
      }
      found.set(name, value);
    }
  }
  return found;
}

/** Who signed, in which scope, and which headers. */
export interface Signer {
  readonly accessKey: string;
  readonly scope: CredentialScope;
  /** In lower case, in signature order. */
  readonly signedHeaders: ReadonlySet<string>;
  /** Hex. */
  readonly signature: string;
}

type MalformedCode = 'AuthorizationHeaderMalformed' | 'AuthorizationQueryParametersError';

/** Reads the three fields common to the Authorization header and a presigned query. */
export function parseSigner(
  code: MalformedCode,
  fields: {
    credential: string | undefined;
    signedHeaders: string | undefined;
    signature: string | undefined;
  },
): Signer {
  const credential = CREDENTIAL.exec(fields.credential ?? '');
  if (credential === null) {
    throw new S3Error(
      code,
      'The Credential must have the form <access key>/YYYYMMDD/<region>/<service>/aws4_request.',
    );
  }
  const names = (fields.signedHeaders ?? '').toLowerCase().split(';');
  if (!names.every((name) => SIGNED_HEADER.test(name))) {
    throw new S3Error(code, 'SignedHeaders is missing or malformed.');
  }
  if (fields.signature === undefined || fields.signature === '') {
    throw new S3Error(code, 'The Signature is missing.');
  }
  const [, accessKey = '', date = '', region = '', service = ''] = credential;
  return {
    accessKey,
    scope: { date, region, service },
    signedHeaders: new Set(names),
    signature: fields.signature,
  };
}

/** Returns a payload hash after checking that it is supported. */
export function checkPayloadHash(value: string): string {
  if (value === UNSIGNED_PAYLOAD || Object.hasOwn(STREAMING_PAYLOADS, value)) {
    return value;
  }
  if (value.startsWith('STREAMING-')) {
    throw new S3Error('UnsupportedSignature');
  }
  if (!HEX_SHA256.test(value)) {
    throw new S3Error(
      'InvalidArgument',
      'x-amz-content-sha256 must be UNSIGNED-PAYLOAD, a STREAMING value or a SHA-256 in hex.',
    );
  }
  return value;
}

/** Decodes a header, in which Node represents each byte as one character, as UTF-8. */
export function headerText(value: string): string {
  return /[\x80-\xff]/.test(value) ? Buffer.from(value, 'latin1').toString('utf8') : value;
}

/** Returns the time of a header-signed request as `YYYYMMDDTHHMMSSZ`. */
export function headerTimestamp(headers: IncomingHttpHeaders): string {
  const given = single(headers['x-amz-date']) ?? headers.date;
  if (given !== undefined) {
    if (parseTimestamp(given) !== undefined) {
      return given;
    }
    // HTTP's Date header, sent by older clients.
    const moment = /GMT$/.test(given) ? Date.parse(given) : Number.NaN;
    if (!Number.isNaN(moment)) {
      return amzTimestamp(new Date(moment));
    }
  }
  throw new S3Error('AccessDenied', 'A signed request needs a valid x-amz-date or Date header.');
}

/** Cache of the last parsed timestamp, which all requests within a second share. */
let lastRead: { readonly text: string; readonly moment: number | undefined } | undefined;

/** Parses `YYYYMMDDTHHMMSSZ` into milliseconds since the epoch; undefined if it is malformed. */
export function parseTimestamp(text: string): number | undefined {
  if (lastRead?.text !== text) {
    lastRead = { text, moment: readTimestamp(text) };
  }
  return lastRead.moment;
}

function readTimestamp(text: string): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (match === null) {
    return undefined;
  }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map(Number);
  const moment = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // A nonexistent date rolls over into the next month.
  const exists = moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day;
  return exists && hour < 24 && minute < 60 && second < 60 ? moment.getTime() : undefined;
}

/** Returns the first value of a header. */
export function single(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0];
}
