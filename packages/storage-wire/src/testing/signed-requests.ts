import type { IncomingRequest } from '../incoming-request.ts';
import { S3Error } from '../s3-error.ts';
import { EMPTY_SHA256, presignUrl, signRequest } from '../sigv4.ts';
import {
  type CheckOptions,
  checkSignature,
  type PresentSignature,
  parseSignature,
} from '../sigv4-check.ts';
import { splitUrl } from '../uri.ts';

export const CREDENTIALS = { accessKey: 'someone', secretKey: 'a-long-secret' };
export const NOW = new Date('2026-03-01T12:00:00Z');
export const REGION = 'us-east-1';

export function requestOf(
  method: string,
  url: string,
  headers: Record<string, string | undefined> = {},
): IncomingRequest {
  const { rawPath, rawQuery, host } = splitUrl(url);
  return { method, rawPath, rawQuery, headers: { host, ...headers } };
}

export function signed(
  method = 'GET',
  url = 'http://s:9000/b/k',
  headers: Record<string, string> = {},
  more: { payloadHash?: string; sessionToken?: string; now?: Date } = {},
): IncomingRequest {
  const sent = signRequest({
    method,
    url,
    headers,
    payloadHash: more.payloadHash ?? EMPTY_SHA256,
    credentials: { ...CREDENTIALS, sessionToken: more.sessionToken },
    region: REGION,
    service: 's3',
    now: more.now ?? NOW,
  });
  return requestOf(method, url, sent);
}

export function presigned(
  url = 'http://s:9000/b/k',
  more: { headers?: Record<string, string>; expiresSeconds?: number; sessionToken?: string } = {},
): IncomingRequest {
  const signedUrl = presignUrl({
    method: 'GET',
    url,
    credentials: { ...CREDENTIALS, sessionToken: more.sessionToken },
    region: REGION,
    service: 's3',
    expiresSeconds: more.expiresSeconds ?? 60,
    now: NOW,
    headers: more.headers,
  });
  return requestOf('GET', signedUrl, more.headers);
}

export function present(request: IncomingRequest): PresentSignature {
  const parsed = parseSignature(request);
  if (parsed.kind === 'anonymous' || parsed.kind === 'legacy') {
    throw new Error('no signature was found');
  }
  return parsed;
}

export function check(
  request: IncomingRequest,
  options: Partial<CheckOptions> = {},
  secret?: string,
) {
  return checkSignature(present(request), request, secret ?? CREDENTIALS.secretKey, {
    now: NOW,
    region: REGION,
    ...options,
  });
}

/** Returns the code and message of the error that a check throws. */
export function refusal(run: () => unknown): { code: string; message: string } {
  try {
    run();
  } catch (error) {
    if (error instanceof S3Error) {
      return { code: error.code, message: error.message };
    }
    throw error;
  }
  return { code: 'accepted', message: '' };
}
