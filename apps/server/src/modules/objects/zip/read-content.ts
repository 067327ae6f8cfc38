import type { ErrorCode } from '@stowage/contract/errors';
import type { GetObjectAnswer } from '@stowage/storage-client/s3';
import { withoutMarkers } from '../../../check-object.ts';
import { ConsoleError } from '../../../console-error.ts';
import { storageError } from '../../../upstream/storage-errors.ts';
import type { ObjectReader } from '../ports.ts';

/** An object or one of its versions. */
export interface ReadVersion {
  readonly bucket: string;
  readonly key: string;
  readonly versionId?: string | undefined;
}

type Reader = Pick<ObjectReader, 'getObject'>;

/** Consecutive attempts to resume a broken transfer without receiving a byte. */
const MAX_ATTEMPTS = 3;

/** Errors that concern one object; after any other, nothing else could be read either. */
const OF_THE_OBJECT: ReadonlySet<ErrorCode> = new Set([
  'AccessDenied',
  'InvalidInput',
  'InvalidObjectName',
  'KeyTooLong',
  'ObjectNotFound',
  'VersionNotFound',
  'RangeNotSatisfiable',
  'NotSupported',
  'StorageFailed',
]);

/**
 * The reason why the object cannot be read. @throws the error itself if it does not concern the
 * object
 */
export function reasonOf(error: unknown): string {
  const known = withoutMarkers(error);
  const mapped = known instanceof ConsoleError ? known : storageError(known);
  if (mapped === undefined || !OF_THE_OBJECT.has(mapped.code)) throw error;
  return mapped.detail || mapped.message;
}

/**
 * Yields an object's content starting with its first response, and resumes where a transfer breaks
 * off. The content ends early if that fails: `onCut` receives the reason.
 * @throws errors that affect the whole storage
 */
export async function* readContent(
  s3: Reader,
  version: ReadVersion,
  first: GetObjectAnswer,
  { signal, onCut }: { readonly signal: AbortSignal; readonly onCut: (reason: string) => void },
): AsyncGenerator<Buffer, void> {
  const { etag, contentLength } = first.headers;
  let body = first.body;
  let sent = 0;
  for (let attempt = 0; attempt <= MAX_ATTEMPTS; attempt += 1) {
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        sent += chunk.length;
        attempt = 0;
        yield chunk;
      }
      if (sent >= contentLength) return;
    } catch (error) {
      if (signal.aborted) throw error;
    }
    try {
      const rest = await s3.getObject({ ...version, range: { start: sent }, signal });
      body = rest.body;
      if (rest.headers.etag !== etag) {
        body.destroy();
        return onCut(`It changed while it was read: the file has only the first ${sent} bytes.`);
      }
      // A server without range support sends everything again.
      if (rest.headers.contentLength !== contentLength - sent) {
        body.destroy();
        return onCut(`The rest could not be read: the file has only the first ${sent} bytes.`);
      }
    } catch (error) {
      return onCut(`${reasonOf(error)} The file has only the first ${sent} bytes.`);
    }
  }
  body.destroy();
  onCut(`Reading it broke off again and again: the file has only the first ${sent} bytes.`);
}
