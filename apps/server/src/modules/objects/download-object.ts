import { MAX_TEXT_PREVIEW, previewOf } from '@stowage/contract/preview';
import { baseName } from '@stowage/domain/object-key';
import type { GetObjectAnswer, ObjectHeaders } from '@stowage/storage-client/s3';
import { withoutMarkers } from '../../check-object.ts';
import type { BytesAnswer } from '../../plugins/contract-routes.ts';
import { objectPolicy } from '../../plugins/security-headers.ts';
import { hasCode } from '../../upstream/has-code.ts';
import { contentDisposition } from './content-disposition.ts';
import type { ObjectReader } from './ports.ts';
import { type AskedRange, parseRange } from './range.ts';

const OCTETS = 'application/octet-stream';

export interface DownloadQuery {
  readonly bucket: string;
  readonly key: string;
  readonly versionId: string | undefined;
  /** Display inline instead of saving, if the type allows it. */
  readonly preview: boolean;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly signal: AbortSignal;
}

/** Sends an object's content with the headers that are safe for a browser. */
export async function downloadObject(s3: ObjectReader, query: DownloadQuery): Promise<BytesAnswer> {
  try {
    if (query.preview && previewOf(query.key)?.kind === 'text') return await previewText(s3, query);
    const { bucket, key, versionId, ifNoneMatch, signal } = query;
    const range = await resolveRange(s3, query);
    const answer = await s3.getObject({ bucket, key, versionId, range, ifNoneMatch, signal });
    return present(answer, query);
  } catch (error) {
    throw withoutMarkers(error);
  }
}

/** The beginning of a text, as a complete response: a frame would load a large text without end. */
async function previewText(s3: ObjectReader, query: DownloadQuery): Promise<BytesAnswer> {
  const { bucket, key, versionId, ifNoneMatch, signal } = query;
  const version = { bucket, key, versionId, ifNoneMatch, signal };
  const range = { start: 0, end: MAX_TEXT_PREVIEW - 1 };
  const answer = await s3.getObject({ ...version, range }).catch((error) => {
    // An empty object has no first byte.
    if (hasCode(error, 'InvalidRange')) {
      return s3.getObject(version);
    }
    throw error;
  });
  const { contentRange: _part, ...headers } = answer.headers;
  const status = answer.status === 206 ? 200 : answer.status;
  return present({ ...answer, status, headers }, query);
}

/**
 * A range counted from the end, or conditional on the object's state, requires its headers first.
 */
async function resolveRange(
  s3: ObjectReader,
  { bucket, key, versionId, range, ifRange, signal }: DownloadQuery,
): Promise<{ start: number; end?: number } | undefined> {
  const asked = parseRange(range);
  if (!asked) return undefined;
  if (ifRange === undefined && !('suffix' in asked)) return asked;
  const headers = await s3.headObject({ bucket, key, versionId, signal });
  if (ifRange !== undefined && !isSameState(ifRange, headers)) return undefined;
  return fromStart(asked, headers.contentLength);
}

function isSameState(ifRange: string, { etag, lastModified }: ObjectHeaders): boolean {
  if (ifRange === `"${etag}"`) return true;
  return lastModified !== undefined && ifRange === httpDate(lastModified);
}

function fromStart(asked: AskedRange, size: number): { start: number; end?: number } {
  return 'suffix' in asked ? { start: Math.max(0, size - asked.suffix) } : asked;
}

function present({ status, headers, body }: GetObjectAnswer, query: DownloadQuery): BytesAnswer {
  const preview = query.preview ? previewOf(query.key) : undefined;
  const name = baseName(query.key);
  const { contentRange, contentEncoding, lastModified } = headers;
  return {
    status,
    headers: {
      'content-type': preview?.contentType ?? headerValue(headers.contentType) ?? OCTETS,
      'content-disposition': contentDisposition(preview ? 'inline' : 'attachment', name),
      'content-security-policy': objectPolicy(preview?.kind),
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      etag: `"${headers.etag}"`,
      ...(status !== 304 && { 'content-length': String(headers.contentLength) }),
      ...(contentRange && { 'content-range': contentRange }),
      ...(contentEncoding && { 'content-encoding': contentEncoding }),
      ...(lastModified && { 'last-modified': httpDate(lastModified) }),
    },
    body: status === 304 ? discard(body) : body,
  };
}

function discard(body: GetObjectAnswer['body']): null {
  body.destroy();
  return null;
}

function httpDate(time: string): string {
  return new Date(time).toUTCString();
}

/** Stored metadata may contain anything; a header may not. */
function headerValue(value: string | undefined): string | undefined {
  return value !== undefined && /^[\x20-\x7e]{1,255}$/.test(value) ? value : undefined;
}
