import type { CallInput, CallOutput, Endpoint } from '@stowage/contract/endpoint';
import { errorFromBody } from '#web/lib/api/api-error.ts';
import { endpointUrl, type UrlInput } from '#web/lib/api/endpoint-url.ts';
import { tokenHeader } from '#web/lib/api/session-token.ts';
import type { UploadFailure } from './upload-group.ts';

export interface SendOptions {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Blob | string | undefined;
  readonly signal: AbortSignal;
  /** Called with the number of bytes of the body sent so far. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

/** A response; status 0 if there was none. */
export interface Reply {
  readonly status: number;
  readonly text: string;
  header(name: string): string | null;
}

/** There was no response, or the request was aborted here. */
export const noAnswer: UploadFailure = { code: undefined, status: undefined, message: undefined };

/** Sends by XMLHttpRequest, the only browser request that reports how much of its body was sent. */
export function send(options: SendOptions): Promise<Reply> {
  const { method, url, headers, body, signal, onProgress } = options;
  const { promise, resolve } = Promise.withResolvers<Reply>();
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  signal.addEventListener('abort', abort, { once: true });
  if (onProgress) {
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
  }
  request.addEventListener('loadend', () => {
    signal.removeEventListener('abort', abort);
    const header = (name: string) => request.getResponseHeader(name);
    resolve({ status: request.status, text: request.responseText, header });
  });
  request.open(method, url);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.send(body ?? null);
  if (signal.aborted) request.abort();
  return promise;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isSuccess({ status }: Reply): boolean {
  return status >= 200 && status < 300;
}

/** Returns why a request to the console's API failed. */
export function failureOf(reply: Reply): UploadFailure {
  if (reply.status === 0) return noAnswer;
  const error = errorFromBody({
    status: reply.status,
    body: parsed(reply.text),
    retryAfter: reply.header('Retry-After'),
  });
  return { code: error.code, status: error.status, message: error.message };
}

/** Thrown by upload calls, which do not end the session themselves. */
export class UploadError extends Error {
  readonly failure: UploadFailure;

  constructor(failure: UploadFailure) {
    super(failure.message ?? 'no answer');
    this.name = 'UploadError';
    this.failure = failure;
  }
}

interface CallOptions {
  readonly signal: AbortSignal;
  /** The body of an endpoint that accepts bytes. */
  readonly bytes?: Blob | undefined;
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

/** Calls an endpoint for an upload. @throws UploadError */
export async function callForUpload<E extends Endpoint>(
  endpoint: E,
  input: Omit<CallInput<E>, 'body'> & { readonly body?: unknown },
  { signal, bytes, onProgress }: CallOptions,
): Promise<CallOutput<E>> {
  const type = bytes ? 'application/octet-stream' : 'application/json';
  const json = input.body === undefined ? undefined : JSON.stringify(input.body);
  const body = bytes ?? json;
  const reply = await send({
    ...{ method: endpoint.method, url: endpointUrl(endpoint, input as UrlInput) },
    headers: {
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': type }),
      ...tokenHeader(),
    },
    ...{ body, signal, onProgress },
  });
  if (!isSuccess(reply)) throw new UploadError(failureOf(reply));
  return parsed(reply.text) as CallOutput<E>;
}
