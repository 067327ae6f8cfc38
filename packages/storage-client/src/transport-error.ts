import type { Readable } from 'node:stream';
import { StorageRequestError, StorageTimeoutError, StorageUnreachableError } from './errors.ts';

/** The part of a call that determines the cause of a failure. */
interface FailedCall {
  readonly signal?: AbortSignal | undefined;
  readonly body?: Uint8Array | Readable | undefined;
}

const TIMEOUTS = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
const STALE = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** Translates a transport error for the caller. */
export function transportError(error: unknown, call: FailedCall): unknown {
  if (call.signal?.aborted) {
    return call.signal.reason;
  }
  if (error instanceof StorageTimeoutError) {
    return error;
  }
  const code = errorCode(error);
  if (code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH') {
    return new StorageRequestError({
      code: 'IncompleteBody',
      status: 400,
      message: 'The data to send is not as long as was announced.',
    });
  }
  const ownError = call.body instanceof Uint8Array ? undefined : call.body?.errored;
  // A broken connection fails the body with the connection's error; any other error is the body's
  // own.
  if (ownError && !isConnectionError(ownError)) {
    return ownError;
  }
  if (code === 'UND_ERR_INVALID_ARG') {
    // Never sent: HTTP cannot represent a header value or path.
    return error;
  }
  return TIMEOUTS.has(code) ? new StorageTimeoutError(error) : new StorageUnreachableError(error);
}

/** Whether the server may have closed a kept-alive connection just as the call was sent. */
export function isStaleConnection(error: unknown): boolean {
  return STALE.has(errorCode(error));
}

/** Failed connections to several addresses of a host are combined into one error. */
function isConnectionError(error: Error): boolean {
  return (
    'syscall' in error ||
    error instanceof AggregateError ||
    /^UND_ERR_|^ERR_(TLS|SSL)_|CERT|LEAF_SIGNATURE/.test(errorCode(error))
  );
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}
