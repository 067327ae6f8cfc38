import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { Authenticator } from '../auth/authenticator.ts';
import type { Caller } from '../auth/caller.ts';

const ALGORITHMS: ReadonlyMap<unknown, string> = new Map([
  ['HS256', 'sha256'],
  ['HS384', 'sha384'],
  ['HS512', 'sha512'],
]);
const ISSUER = 'prometheus';
const MAX_TOKEN_CHARS = 4096;

/**
 * Returns the caller for a bearer token as created by MinIO's clients: a JSON Web Token of the
 * issuer 'prometheus' that names an access key and is signed with its secret. The session token of
 * temporary credentials comes in its own header.
 *
 * @param now milliseconds since the epoch
 * @throws S3Error AccessDenied
 */
export function bearerOf(
  authenticator: Authenticator,
  headers: IncomingHttpHeaders,
  now: number,
): Caller {
  const token = /^Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/i.exec(headers.authorization ?? '');
  const [written, head = '', body = '', signature = ''] = token ?? [];
  const hash = ALGORITHMS.get(parsed(head)?.alg);
  const claims = parsed(body);
  if (written === undefined || written.length > MAX_TOKEN_CHARS || !claims || hash === undefined) {
    throw refused();
  }
  const accessKey = claims.accessKey ?? claims.sub;
  if (typeof accessKey !== 'string' || claims.iss !== ISSUER || !isCurrent(claims, now / 1000)) {
    throw refused();
  }
  const caller = callerOf(authenticator, accessKey, headers, now);
  const expected = createHmac(hash, caller.secretKey).update(`${head}.${body}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw refused();
  }
  authenticator.noteUse(caller, now);
  return caller;
}

function callerOf(
  authenticator: Authenticator,
  accessKey: string,
  headers: IncomingHttpHeaders,
  now: number,
): Caller {
  const sessionToken = headers['x-amz-security-token'];
  try {
    return authenticator.findCaller(
      { accessKey, ...(typeof sessionToken === 'string' && { sessionToken }) },
      now,
    );
  } catch (error) {
    throw error instanceof S3Error ? refused() : error;
  }
}

/** Times are in seconds; a token without an expiry is valid as long as its key. */
function isCurrent({ exp, nbf }: Readonly<Record<string, unknown>>, now: number): boolean {
  const ended = exp !== undefined && !(typeof exp === 'number' && exp > now);
  const early = nbf !== undefined && !(typeof nbf === 'number' && nbf <= now);
  return !ended && !early;
}

function parsed(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The same error for every cause, so that nobody learns which keys exist. */
function refused(): S3Error {
  return new S3Error('AccessDenied', 'The bearer token is missing or not valid.');
}
