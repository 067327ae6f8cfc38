import { createHash } from 'node:crypto';
import type { CredentialScope } from '@stowage/storage-wire/sigv4';
import { signRequest } from '@stowage/storage-wire/sigv4';
import { buildQuery, objectPath } from '@stowage/storage-wire/uri';
import { parseXml, xmlText } from '@stowage/storage-wire/xml';
import { Client } from 'undici';
import type { StorageTarget } from '../../targets/target.ts';
import type { Account } from './server.ts';

export interface RawRequest {
  readonly method?: string;
  readonly bucket?: string;
  readonly key?: string;
  /** The encoded path, instead of bucket and key. */
  readonly path?: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  readonly account?: Account;
  /** Value of x-amz-content-sha256; defaults to the body's digest. */
  readonly payloadHash?: string;
  readonly service?: CredentialScope['service'];
  readonly region?: string;
  readonly now?: Date;
  /** Headers changed after signing; undefined removes one. */
  readonly tamper?: Readonly<Record<string, string | undefined>>;
  /** Omits the signature. */
  readonly anonymous?: boolean;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** The Code element of an S3 error; '' if there is none. */
  readonly code: string;
}

/** Returns the encoded path and query of a request. */
export function requestTarget(request: RawRequest): string {
  const path =
    request.path ?? (request.bucket === undefined ? '/' : objectPath(request.bucket, request.key));
  const query = buildQuery(request.query ?? {});
  return query === '' ? path : `${path}?${query}`;
}

/** Returns the headers of a request, including its signature. */
export function signedHeaders(target: StorageTarget, request: RawRequest): Record<string, string> {
  const body = request.body ?? '';
  const signed = signRequest({
    method: request.method ?? 'GET',
    url: `${target.endpoint}${requestTarget(request)}`,
    headers: request.headers ?? {},
    payloadHash: request.payloadHash ?? sha256(body),
    credentials: request.account ?? target,
    region: request.region ?? target.region,
    service: request.service ?? 's3',
    now: request.now,
  });
  return signed;
}

/** Sends a request exactly as given, which the SDK cannot do. */
export async function send(target: StorageTarget, request: RawRequest): Promise<RawResponse> {
  const headers: Record<string, string> =
    request.anonymous === true ? { ...request.headers } : signedHeaders(target, request);
  for (const [name, value] of Object.entries(request.tamper ?? {})) {
    if (value === undefined) delete headers[name];
    else headers[name] = value;
  }
  const client = new Client(target.endpoint);
  try {
    const response = await client.request({
      method: request.method ?? 'GET',
      path: requestTarget(request),
      headers,
      body: request.body ?? null,
    });
    const body = Buffer.from(await response.body.arrayBuffer());
    return { status: response.statusCode, headers: response.headers, body, code: errorCode(body) };
  } finally {
    await client.close();
  }
}

/** Returns the Code of an error document; '' for any other document. */
export function errorCode(body: Uint8Array): string {
  const text = Buffer.from(body).toString('utf8');
  if (!/<Error[ >]/.test(text)) return '';
  return xmlText(parseXml(text), 'Code') ?? '';
}

export function sha256(body: Uint8Array | string): string {
  return createHash('sha256').update(body).digest('hex');
}

export function md5(body: Uint8Array | string): string {
  return createHash('md5').update(body).digest('hex');
}

export function md5Base64(body: Uint8Array | string): string {
  return createHash('md5').update(body).digest('base64');
}

/**
 * Decodes the text of a header. S3 servers send non-ASCII text either as UTF-8 bytes or as an
 * encoded word (RFC 2047).
 */
export function headerText(response: RawResponse, name: string): string {
  const value = response.headers[name];
  const text = Array.isArray(value) ? value.join(',') : (value ?? '');
  const encoded = /^=\?UTF-8\?b\?([A-Za-z0-9+/=]*)\?=$/i.exec(text);
  if (encoded !== null) return Buffer.from(encoded[1] ?? '', 'base64').toString('utf8');
  return Buffer.from(text, 'latin1').toString('utf8');
}
