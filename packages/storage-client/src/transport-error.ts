import type { Readable } from 'node:stream';
import { StorageRequestError, StorageTimeoutError, StorageUnreachableError } from './errors.ts';

/** The part of a call that tells who caused a failure. */
interface FailedCall {
  readonly signal?: AbortSignal | undefined;
  readonly body?: Uint8Array | Readable | undefined;
}

const TIMEOUTS = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
const STALE = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** What a failure of the transport means to the caller. */
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
  // A connection that breaks ends the body with the connection's error; any other is its own.
  if (ownError && !isConnectionError(ownError)) {
    return ownError;
  }
  if (code === 'UND_ERR_INVALID_ARG') {
    // Never sent: a header value or path that HTTP cannot carry.
    return error;
  }
  return TIMEOUTS.has(code) ? new StorageTimeoutError(error) : new StorageUnreachableError(error);
}

/** Whether a kept connection may just have been closed by the server while the call was sent. */
export function isStaleConnection(error: unknown): boolean {
  return STALE.has(errorCode(error));
}

/** Several addresses of a host that could not be connected to make one error of many. */
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
