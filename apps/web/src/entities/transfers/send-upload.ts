import { uploadObjects } from '@stowage/contract/objects';
import { toWirePath } from '#web/entities/object/wire-path.ts';
import { errorFromBody } from '#web/lib/api/api-error.ts';
import { endpointUrl } from '#web/lib/api/endpoint-url.ts';
import { tokenHeader } from '#web/lib/api/session-token.ts';
import { randomId } from '#web/lib/random-id.ts';
import { multipartBody } from './multipart-body.ts';
import type { UploadFailure } from './upload-group.ts';

/** One file to send: to a bucket, under the folder part of its key and its own name. */
export interface UploadRequest {
  readonly bucket: string;
  readonly key: string;
  readonly file: File;
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number) => void;
}

/** Sends a file; undefined when it was stored, otherwise why it was not. Never throws. */
export type SendUpload = (request: UploadRequest) => Promise<UploadFailure | undefined>;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failureOf(request: XMLHttpRequest): UploadFailure {
  const error = errorFromBody({
    status: request.status,
    body: parsed(request.responseText),
    retryAfter: request.getResponseHeader('Retry-After'),
  });
  return { code: error.code, status: error.status, message: error.message };
}

const noAnswer: UploadFailure = { code: undefined, status: undefined, message: undefined };

/**
 * Sends one file by XMLHttpRequest, the only request of a browser that tells how
 * much of its body has gone out. The storage streams it in one piece, because
 * the form field is named by the file's size.
 */
export const sendUpload: SendUpload = ({ bucket, key, file, signal, onProgress }) => {
  const prefix = key.slice(0, key.length - file.name.length);
  const url = endpointUrl(uploadObjects, {
    params: { bucket },
    query: prefix === '' ? {} : { prefix: toWirePath(prefix) },
  });
  const { body, contentType } = multipartBody(file, `stowage-${randomId()}`);
  const { promise, resolve } = Promise.withResolvers<UploadFailure | undefined>();
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  signal.addEventListener('abort', abort, { once: true });
  request.upload.addEventListener('progress', ({ loaded }) => {
    onProgress(Math.min(loaded, file.size));
  });
  request.addEventListener('loadend', () => {
    signal.removeEventListener('abort', abort);
    const stored = request.status >= 200 && request.status < 300;
    if (stored) resolve(undefined);
    else resolve(request.status === 0 ? noAnswer : failureOf(request));
  });
  request.open(uploadObjects.method, url);
  request.setRequestHeader('Accept', 'application/json');
  request.setRequestHeader('Content-Type', contentType);
  for (const [name, value] of Object.entries(tokenHeader())) request.setRequestHeader(name, value);
  request.send(body);
  return promise;
};
