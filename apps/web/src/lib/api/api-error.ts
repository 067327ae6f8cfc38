import type { ErrorBody } from '@stowage/contract/error-body';
import { type ErrorCode, isErrorCode } from '@stowage/contract/errors';

const shortestDetail = 5;

interface ApiErrorParts {
  /** HTTP status; undefined when no answer came at all. */
  readonly status: number | undefined;
  readonly message: string;
  readonly code?: ErrorCode | undefined;
  readonly detail?: string | undefined;
  readonly field?: string | undefined;
  readonly sessionLost?: boolean | undefined;
}

/**
 * A failed call. Branch on `code`; `message` and `detail` are only for reading.
 * `sessionLost` says that the failure ended the session and has been dealt with.
 */
export class ApiError extends Error {
  readonly status: number | undefined;
  readonly code: ErrorCode | undefined;
  readonly detail: string | undefined;
  readonly field: string | undefined;
  readonly sessionLost: boolean;

  constructor(parts: ApiErrorParts) {
    super(parts.message);
    this.name = 'ApiError';
    this.status = parts.status;
    this.code = parts.code;
    this.detail = parts.detail;
    this.field = parts.field;
    this.sessionLost = parts.sessionLost ?? false;
  }
}

function capitalise(text: string): string {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
}

/** A text field of an error body; an answer from a proxy in between may have any shape. */
function textField(body: unknown, field: keyof ErrorBody): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const value: unknown = Reflect.get(body, field);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The error that an answer's status and JSON body (of whatever shape) stand for. */
export function errorFromBody(status: number, body: unknown, sessionLost = false): ApiError {
  const message = capitalise(textField(body, 'message') ?? `Error ${status}`);
  const detail = capitalise(textField(body, 'detailedMessage') ?? '');
  const code = textField(body, 'errorCode');
  return new ApiError({
    status,
    message,
    code: isErrorCode(code) ? code : undefined,
    detail: detail.length >= shortestDetail && detail !== message ? detail : undefined,
    field: textField(body, 'field'),
    sessionLost,
  });
}

/** What more is known of a failure than its message; '' for nothing. */
export function detailOf(error: Error): string {
  return error instanceof ApiError ? (error.detail ?? '') : '';
}
