import type { ErrorBody } from '@stowage/contract/error-body';
import { ERRORS, type ErrorCode, isErrorCode } from '@stowage/contract/errors';
import { capitalised } from '#web/lib/format/capitalised.ts';
import { translate } from '#web/lib/i18n/messages.ts';
import { apiText, errorText } from './en.ts';

const shortestDetail = 5;

/** An action that the storage server denied to the account. */
export interface DeniedAction {
  /** Such as 's3:PutObject'. */
  readonly action: string;
  /** The bucket of the call; undefined if it names none. */
  readonly bucket: string | undefined;
  /** The object or prefix of the call; undefined if it names none. */
  readonly key: string | undefined;
}

interface ApiErrorParts {
  /** HTTP status; undefined if there was no response at all. */
  readonly status: number | undefined;
  readonly message: string;
  readonly code?: ErrorCode | undefined;
  readonly detail?: string | undefined;
  readonly field?: string | undefined;
  readonly sessionLost?: boolean | undefined;
  readonly denied?: DeniedAction | undefined;
}

/**
 * A failed call. Branch on `code`; `message` and `detail` are for display only. `sessionLost` says
 * that the error ended the session and has already been handled.
 */
export class ApiError extends Error {
  readonly status: number | undefined;
  readonly code: ErrorCode | undefined;
  readonly detail: string | undefined;
  readonly field: string | undefined;
  readonly sessionLost: boolean;
  /** The action denied by the storage server's policies, if that is the cause. */
  readonly denied: DeniedAction | undefined;

  constructor(parts: ApiErrorParts) {
    super(parts.message);
    this.name = 'ApiError';
    this.status = parts.status;
    this.code = parts.code;
    this.detail = parts.detail;
    this.field = parts.field;
    this.sessionLost = parts.sessionLost ?? false;
    this.denied = parts.denied;
  }
}

/** Whether a call failed because its subject does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'NotFound';
}

/** Returns a text field of an error body; a response from a proxy may have any structure. */
function textField(body: unknown, field: keyof ErrorBody): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const value: unknown = Reflect.get(body, field);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** An error response. */
interface FailedAnswer {
  readonly status: number;
  /** JSON of any structure; undefined if there is none. */
  readonly body: unknown;
  readonly sessionLost?: boolean;
  /** The action that would have been denied. */
  readonly asked?: DeniedAction | undefined;
  /** The Retry-After header; dates are ignored. */
  readonly retryAfter?: string | null;
}

/** Returns the message for a status without a message from the console. */
function unsaid(status: number): string {
  return status === 413 ? translate(apiText, 'tooLargeForProxy') : `Error ${status}`;
}

/**
 * Returns the error for a response's status and JSON body (of any structure). An error of the
 * contract's table is worded in the page's language; further details from the server are in
 * English.
 */
export function errorFromBody(answer: FailedAnswer): ApiError {
  const { status, body, sessionLost = false, retryAfter } = answer;
  const said = capitalised(textField(body, 'message') ?? unsaid(status));
  const known = textField(body, 'errorCode');
  const code = isErrorCode(known) ? known : undefined;
  const isTables = code !== undefined && said === ERRORS[code].message;
  const detail = capitalised(textField(body, 'detailedMessage') ?? '');
  const message = isTables ? translate(errorText, code) : said;
  const seconds = /^[1-9]\d{0,4}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
  const wait = seconds && translate(apiText, 'retryIn', { count: seconds });
  return new ApiError({
    status,
    message: wait ? `${message} ${wait}` : message,
    code,
    detail: detail.length >= shortestDetail && detail !== said ? detail : undefined,
    field: textField(body, 'field'),
    sessionLost,
    denied: code === 'AccessDenied' ? answer.asked : undefined,
  });
}

/** Returns an error's details beyond its message; '' if there are none. */
export function detailOf(error: Error): string {
  return error instanceof ApiError ? (error.detail ?? '') : '';
}

/** Returns the action that the storage server denied, if that is why a call failed. */
export function deniedBy(error: Error): DeniedAction | undefined {
  return error instanceof ApiError ? error.denied : undefined;
}
