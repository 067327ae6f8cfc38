import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type IncomingRequest, separateValues } from './incoming-request.ts';
import { S3Error } from './s3-error.ts';
import { type LegacySignature, parseLegacySignature } from './sigv2.ts';
import {
  type ChunkSigning,
  canonicalQuery,
  deriveSigningKey,
  EMPTY_SHA256,
  type HeaderList,
  MAX_PRESIGN_SECONDS,
  requestSignature,
  SIGV4_ALGORITHM,
  UNSIGNED_PAYLOAD,
} from './sigv4.ts';
import {
  checkPayloadHash,
  headerText,
  headerTimestamp,
  parseSigner,
  parseTimestamp,
  SIGNATURE_PARAMETERS,
  type Signer,
  signatureQuery,
  single,
} from './sigv4-fields.ts';
import { parseQuery } from './uri.ts';

export interface AnonymousSignature {
  readonly kind: 'anonymous';
}

/** The signature claimed by a request. Nothing in it is verified yet. */
export interface PresentSignature extends Signer {
  readonly kind: 'header' | 'presigned';
  /**
   * The claimed payload hash: SHA-256 in hex, UNSIGNED-PAYLOAD or a STREAMING value of
   * `chunked.ts`.
   */
  readonly payloadHash: string;
  /** The hash that was signed instead. */
  readonly signedHash?: string;
  /** `YYYYMMDDTHHMMSSZ`. */
  readonly timestamp: string;
  /** Lifetime of a presigned URL in seconds. */
  readonly expires?: number;
  readonly sessionToken?: string;
}

export type ParsedSignature = AnonymousSignature | PresentSignature | LegacySignature;

export interface CheckOptions {
  readonly now: Date;
  /** The region required in the scope; any by default. */
  readonly region?: string | undefined;
  /** 's3' by default. */
  readonly service?: string | undefined;
  /** Replaces the payload hash of the request: STS signs the body without a hash header. */
  readonly payloadHash?: string | undefined;
}

const MAX_SKEW_MS = 15 * 60 * 1000;
/**
 * Determines which signature a request carries: Authorization header, presigned query, Signature
 * Version 2, or none.
 *
 * @throws S3Error those of parseLegacySignature, AuthorizationHeaderMalformed,
 *    AuthorizationQueryParametersError, InvalidRequest (another kind of authorization),
 *    InvalidArgument (payload hash), AccessDenied (no valid date), InvalidURI
 */
export function parseSignature(request: IncomingRequest): ParsedSignature {
  const legacy = parseLegacySignature(request);
  if (legacy !== undefined) {
    return legacy;
  }
  const authorization = request.headers.authorization;
  const query = signatureQuery(request.rawQuery);
  if (authorization !== undefined) {
    if (query.size > 0) {
      throw new S3Error('InvalidArgument', 'Only one way of authentication may be used.');
    }
    return parseHeader(request, authorization);
  }
  if (
    query.has('X-Amz-Algorithm') ||
    query.has('X-Amz-Credential') ||
    query.has('X-Amz-Signature')
  ) {
    return parsePresigned(request, query);
  }
  return { kind: 'anonymous' };
}

function parseHeader(request: IncomingRequest, authorization: string): PresentSignature {
  if (!authorization.startsWith(SIGV4_ALGORITHM)) {
    throw new S3Error('InvalidRequest', `Only ${SIGV4_ALGORITHM} signatures are supported.`);
  }
  const { accessKey, scope, signedHeaders, signature } = headerSigner(authorization);
  const token = single(request.headers['x-amz-security-token']);
  const payloadHash = single(request.headers['x-amz-content-sha256']);
  return {
    kind: 'header',
    accessKey,
    scope,
    signedHeaders,
    signature,
    payloadHash: checkPayloadHash(payloadHash ?? UNSIGNED_PAYLOAD),
    // Before version 8, curl sends no payload hash on uploads and signs that of an empty body.
    ...(payloadHash === undefined ? { signedHash: EMPTY_SHA256 } : {}),
    timestamp: headerTimestamp(request.headers),
    ...(token === undefined ? {} : { sessionToken: token }),
  };
}

/** Cache of parsed signers by the header text before the signature, which a client repeats. */
const signers = new Map<string, Signer>();
const SIGNERS_KEPT = 256;
const LONGEST_KEPT = 512;
const BEFORE_SIGNATURE = ', Signature=';
const SIGNATURE = /^[0-9a-f]{64}$/;

function headerSigner(authorization: string): Signer {
  const end = authorization.lastIndexOf(BEFORE_SIGNATURE);
  const head = authorization.slice(0, Math.max(end, 0));
  const signature = authorization.slice(end + BEFORE_SIGNATURE.length);
  if (end < 0 || end > LONGEST_KEPT || !SIGNATURE.test(signature)) {
    return readSigner(authorization);
  }
  const known = signers.get(head);
  if (known !== undefined) {
    return { ...known, signature };
  }
  const signer = readSigner(authorization);
  if (signers.size >= SIGNERS_KEPT) {
    signers.clear();
  }
  signers.set(head, signer);
  return signer;
}

function readSigner(authorization: string): Signer {
  const fields = new Map<string, string>();
  for (const part of headerText(authorization).slice(SIGV4_ALGORITHM.length).split(',')) {
    const equals = part.indexOf('=');
    const name = part.slice(0, Math.max(equals, 0)).trim();
    if (name === '' || fields.has(name)) {
      throw new S3Error('AuthorizationHeaderMalformed');
    }
    fields.set(name, part.slice(equals + 1).trim());
  }
  return parseSigner('AuthorizationHeaderMalformed', {
    credential: fields.get('Credential'),
    signedHeaders: fields.get('SignedHeaders'),
    signature: fields.get('Signature'),
  });
}

function parsePresigned(
  request: IncomingRequest,
  query: ReadonlyMap<string, string>,
): PresentSignature {
  const code = 'AuthorizationQueryParametersError';
  for (const name of SIGNATURE_PARAMETERS) {
    if (!query.has(name)) {
      throw new S3Error(code, `The query lacks ${name}.`);
    }
  }
  if (query.get('X-Amz-Algorithm') !== SIGV4_ALGORITHM) {
    throw new S3Error(code, `X-Amz-Algorithm must be ${SIGV4_ALGORITHM}.`);
  }
  const timestamp = query.get('X-Amz-Date') ?? '';
  if (parseTimestamp(timestamp) === undefined) {
    throw new S3Error(code, 'X-Amz-Date must have the form YYYYMMDDTHHMMSSZ.');
  }
  const signer = parseSigner(code, {
    credential: query.get('X-Amz-Credential'),
    signedHeaders: query.get('X-Amz-SignedHeaders'),
    signature: query.get('X-Amz-Signature'),
  });
  const expires = query.get('X-Amz-Expires') ?? '';
  if (!/^[0-9]{1,7}$/.test(expires) || Number(expires) > MAX_PRESIGN_SECONDS) {
    throw new S3Error(code, `X-Amz-Expires must be 0 to ${MAX_PRESIGN_SECONDS} seconds.`);
  }
  const parameters = new Map(parseQuery(request.rawQuery));
  const token = parameters.get('X-Amz-Security-Token');
  return {
    kind: 'presigned',
    ...signer,
    payloadHash: presignedPayloadHash(request, parameters, signer.signedHeaders),
    timestamp,
    expires: Number(expires),
    ...(token === undefined ? {} : { sessionToken: token }),
  };
}

function presignedPayloadHash(
  request: IncomingRequest,
  query: ReadonlyMap<string, string>,
  signedHeaders: ReadonlySet<string>,
): string {
  const signedHeader = signedHeaders.has('x-amz-content-sha256')
    ? single(request.headers['x-amz-content-sha256'])
    : undefined;
  return checkPayloadHash(query.get('X-Amz-Content-Sha256') ?? signedHeader ?? UNSIGNED_PAYLOAD);
}

/**
 * Verifies that a request was signed with the secret of its access key, for the current time and
 * this server.
 *
 * @returns the starting point for verifying a chunked body
 * @throws S3Error SignatureDoesNotMatch, AuthorizationHeaderMalformed or
 *    AuthorizationQueryParametersError (scope), RequestTimeTooSkewed (more than 15 minutes),
 *    AccessDenied (expired, not valid yet, required headers not signed)
 */
export function checkSignature(
  parsed: PresentSignature,
  request: IncomingRequest,
  secretKey: string,
  options: CheckOptions,
): ChunkSigning {
  checkScope(parsed, options);
  checkTime(parsed, options.now);
  checkSignedHeaders(parsed, request.headers);
  const signingKey = deriveSigningKey(secretKey, parsed.scope);
  const omit = parsed.kind === 'presigned' ? 'X-Amz-Signature' : undefined;
  const query = canonicalQuery(request.rawQuery, omit);
  const parts = {
    method: request.method,
    rawPath: request.rawPath,
    query,
    headers: signedValues(parsed, request),
    payloadHash: options.payloadHash ?? parsed.signedHash ?? parsed.payloadHash,
    timestamp: parsed.timestamp,
    scope: parsed.scope,
  };
  if (!sameText(requestSignature(parts, signingKey), parsed.signature)) {
    // MinIO's clients sort by name only: `mc watch` requests several events.
    const asSent = canonicalQuery(request.rawQuery, omit, 'as sent');
    const isSigned = (other: string) =>
      sameText(requestSignature({ ...parts, query: other }, signingKey), parsed.signature);
    if (asSent === query || !isSigned(asSent)) {
      throw new S3Error('SignatureDoesNotMatch');
    }
  }
  return {
    seedSignature: parsed.signature,
    signingKey,
    scope: parsed.scope,
    timestamp: parsed.timestamp,
  };
}

function checkScope(parsed: PresentSignature, options: CheckOptions): void {
  const code =
    parsed.kind === 'header' ? 'AuthorizationHeaderMalformed' : 'AuthorizationQueryParametersError';
  const { scope } = parsed;
  const service = options.service ?? 's3';
  if (options.region !== undefined && scope.region !== options.region) {
    throw new S3Error(
      code,
      `The region '${scope.region}' is wrong; expecting '${options.region}'.`,
    );
  }
  if (scope.service !== service) {
    throw new S3Error(code, `The service '${scope.service}' is wrong; expecting '${service}'.`);
  }
  if (scope.date !== parsed.timestamp.slice(0, 8)) {
    throw new S3Error(code, 'The date of the Credential differs from the date of the request.');
  }
}

function checkTime(parsed: PresentSignature, now: Date): void {
  const age = now.getTime() - (parseTimestamp(parsed.timestamp) ?? Number.NEGATIVE_INFINITY);
  if (parsed.expires === undefined) {
    if (Math.abs(age) > MAX_SKEW_MS) {
      throw new S3Error('RequestTimeTooSkewed');
    }
    return;
  }
  if (age < -MAX_SKEW_MS) {
    throw new S3Error('AccessDenied', 'Request is not valid yet');
  }
  if (age > parsed.expires * 1000) {
    throw new S3Error('AccessDenied', 'Request has expired');
  }
}

/** Host and every x-amz header must be signed, to prevent changes in transit. */
function checkSignedHeaders(parsed: PresentSignature, headers: IncomingHttpHeaders): void {
  const { signedHeaders: signed } = parsed;
  let complete = signed.has('host');
  for (const name in headers) {
    // A presigned URL determines the payload itself; browsers and SDKs add the hash unsigned.
    const isFixed = name === 'x-amz-content-sha256' && parsed.kind === 'presigned';
    complete &&= !name.startsWith('x-amz-') || isFixed || signed.has(name);
  }
  if (!complete) {
    throw new S3Error(
      'AccessDenied',
      'There were headers present in the request which were not signed',
    );
  }
}

function signedValues(
  { signedHeaders }: PresentSignature,
  { headers, rawHeaders }: IncomingRequest,
): HeaderList {
  const values: [string, readonly string[]][] = [];
  for (const name of signedHeaders) {
    const value = headers[name];
    if (value === undefined) {
      // A signed header is missing, so the signature cannot match.
      throw new S3Error('SignatureDoesNotMatch');
    }
    values.push([name, separateValues(name, value, rawHeaders)]);
  }
  return values;
}

function sameText(expected: string, given: string): boolean {
  const bytes = Buffer.from(given, 'latin1');
  return bytes.length === expected.length && timingSafeEqual(Buffer.from(expected), bytes);
}
