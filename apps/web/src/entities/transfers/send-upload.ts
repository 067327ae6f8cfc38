import { uploadObjects } from '@stowage/contract/objects';
import { toWirePath } from '#web/entities/object/wire-path.ts';
import { endpointUrl } from '#web/lib/api/endpoint-url.ts';
import { tokenHeader } from '#web/lib/api/session-token.ts';
import { randomId } from '#web/lib/random-id.ts';
import { multipartBody } from './multipart-body.ts';
import { failureOf, isSuccess, send } from './send-request.ts';
import type { UploadFailure } from './upload-group.ts';

/** One file to send: into a bucket, under a folder prefix and its own name. */
export interface UploadRequest {
  readonly bucket: string;
  readonly key: string;
  readonly file: File;
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number) => void;
  /** Called when a request without a response is being retried, and when a response has arrived. */
  readonly onStall?: ((stalled: boolean) => void) | undefined;
}

/** Sends a file; undefined if it was stored, otherwise the failure. Never throws. */
export type SendUpload = (request: UploadRequest) => Promise<UploadFailure | undefined>;

/**
 * Sends a file in one request. The storage streams it in one piece because the form field name
 * contains the file's size.
 */
export const sendUpload: SendUpload = async ({ bucket, key, file, signal, onProgress }) => {
  const prefix = key.slice(0, key.length - file.name.length);
  const { body, contentType } = multipartBody(file, `stowage-${randomId()}`);
  const reply = await send({
    method: uploadObjects.method,
    url: endpointUrl(uploadObjects, {
      params: { bucket },
      query: prefix === '' ? {} : { prefix: toWirePath(prefix) },
    }),
    headers: { Accept: 'application/json', 'Content-Type': contentType, ...tokenHeader() },
    ...{ body, signal },
    onProgress: (bytes) => onProgress(Math.min(bytes, file.size)),
  });
  return isSuccess(reply) ? undefined : failureOf(reply);
};
