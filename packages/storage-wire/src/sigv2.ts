import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { IncomingRequest } from './incoming-request.ts';
import { S3Error } from './s3-error.ts';
import { headerText, parseTimestamp, single } from './sigv4-fields.ts';
import { parseQuery } from './uri.ts';

/** A Signature Version 2, which old clients use. It does not cover the body. */
export interface LegacySignature {
  readonly kind: 'legacy';
  readonly presigned: boolean;
  readonly accessKey: string;
  /** Base64. */
  readonly signature: string;
  /** The signed date: '' if there is an x-amz-date header. */
  readonly date: string;
  /** Time of the signature, or the expiry of a presigned one. Milliseconds since the epoch. */
  readonly moment: number;
  readonly sessionToken?: string;
}

const MAX_SKEW_MS = 15 * 60 * 1000;
const PREFIX = 'AWS ';

/** The query parameters that are part of the resource, and therefore signed. */
const RESOURCE_PARAMETERS = new Set([
  'acl',
  'cors',
  'delete',
  'encryption',
  'legal-hold',
  'lifecycle',
  'location',
  'logging',
  'notification',
  'partNumber',
  'policy',
  'requestPayment',
  'response-cache-control',
  'response-content-disposition',
  'response-content-encoding',
  'response-content-language',
  'response-content-type',
  'response-expires',
  'retention',
  'select',
  'select-type',
  'tagging',
  'torrent',
  'uploadId',
  'uploads',
  'versionId',
  'versioning',
  'versions',
  'website',
]);

/**
 * Reads a Signature Version 2 from the Authorization header or the query.
 *
 * @returns undefined if the request has none
 * @throws S3Error InvalidArgument (malformed header), AccessDenied (no valid date or expiry)
 */
export function parseLegacySignature(request: IncomingRequest): LegacySignature | undefined {
  const { authorization } = request.headers;
  if (authorization?.startsWith(PREFIX) === true) {
    return parseHeader(request.headers, headerText(authorization.slice(PREFIX.length)));
  }
  return authorization === undefined && /(?:^|&)AWSAccessKeyId=/.test(request.rawQuery)
    ? parsePresigned(new Map(parseQuery(request.rawQuery)))
    : undefined;
}

function parseHeader(headers: IncomingHttpHeaders, credential: string): LegacySignature {
  const colon = credential.lastIndexOf(':');
  const accessKey = credential.slice(0, Math.max(colon, 0)).trim();
  const signature = credential.slice(colon + 1).trim();
  if (accessKey === '' || signature === '') {
    throw new S3Error('InvalidArgument', 'The Authorization header is invalid.');
  }
  const amzDate = single(headers['x-amz-date']);
  const moment = momentOf(amzDate ?? headers.date ?? '');
  if (Number.isNaN(moment)) {
    throw new S3Error('AccessDenied', 'A signed request needs a valid x-amz-date or Date header.');
  }
  const token = single(headers['x-amz-security-token']);
  return {
    kind: 'legacy',
    presigned: false,
    accessKey,
    signature,
    date: amzDate === undefined ? (headers.date ?? '') : '',
    moment,
    ...(token === undefined ? {} : { sessionToken: token }),
  };
}

function momentOf(date: string): number {
  return parseTimestamp(date) ?? Date.parse(date);
}

function parsePresigned(query: ReadonlyMap<string, string>): LegacySignature {
  const expires = query.get('Expires') ?? '';
  const signature = query.get('Signature') ?? '';
  if (!/^[0-9]{1,11}$/.test(expires) || signature === '') {
    throw new S3Error('AccessDenied', 'The query needs Signature and Expires, in seconds.');
  }
  const token = query.get('x-amz-security-token');
  return {
    kind: 'legacy',
    presigned: true,
    accessKey: query.get('AWSAccessKeyId') ?? '',
    signature,
    date: expires,
    moment: Number(expires) * 1000,
    ...(token === undefined ? {} : { sessionToken: token }),
  };
}

/**
 * Verifies a Signature Version 2: HMAC-SHA1 over method, Content-MD5, Content-Type, date, the x-amz
 * headers and the resource.
 *
 * @throws S3Error SignatureDoesNotMatch, RequestTimeTooSkewed (more than 15 minutes), AccessDenied
 *    (expired)
 */
export function checkLegacySignature(
  parsed: LegacySignature,
  request: IncomingRequest,
  secretKey: string,
  now: Date,
): void {
  const age = now.getTime() - parsed.moment;
  if (parsed.presigned && age > 0) {
    throw new S3Error('AccessDenied', 'Request has expired');
  }
  if (!parsed.presigned && Math.abs(age) > MAX_SKEW_MS) {
    throw new S3Error('RequestTimeTooSkewed');
  }
  const expected = legacySignature(request, parsed.date, secretKey);
  const given = Buffer.from(parsed.signature, 'latin1');
  if (given.length !== expected.length || !timingSafeEqual(Buffer.from(expected), given)) {
    throw new S3Error('SignatureDoesNotMatch');
  }
}

/**
 * Returns the Signature Version 2 of a request, in base64.
 *
 * @param date the Date header, '' with an x-amz-date header, or the Expires of a presigned request
 */
export function legacySignature(request: IncomingRequest, date: string, secretKey: string): string {
  const { headers } = request;
  const md5 = single(headers['content-md5']) ?? '';
  const lines = [request.method, md5, headers['content-type'] ?? '', date, amzHeaders(headers)];
  // Node decodes header bytes as Latin-1.
  return createHmac('sha1', secretKey)
    .update(lines.join('\n'), 'latin1')
    .update(resource(request))
    .digest('base64');
}

function amzHeaders(headers: IncomingHttpHeaders): string {
  return Object.keys(headers)
    .filter((name) => name.startsWith('x-amz-'))
    .sort()
    .map((name) => {
      const value = headers[name] ?? '';
      const values = typeof value === 'string' ? [value] : value;
      return `${name}:${values.map((one) => one.trim()).join(',')}\n`;
    })
    .join('');
}

function resource({ rawPath, rawQuery }: IncomingRequest): string {
  const parameters = parseQuery(rawQuery)
    .filter(([name]) => RESOURCE_PARAMETERS.has(name))
    .sort(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([name, value]) => (value === '' ? name : `${name}=${value}`));
  return parameters.length === 0 ? rawPath : `${rawPath}?${parameters.join('&')}`;
}
