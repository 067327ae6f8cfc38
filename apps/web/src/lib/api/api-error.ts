import type { ErrorBody } from '@stowage/contract/error-body';
import { ERRORS, type ErrorCode, isErrorCode } from '@stowage/contract/errors';
import { capitalised } from '#web/lib/format/capitalised.ts';
import { translate } from '#web/lib/i18n/messages.ts';
import { apiText, errorText } from './en.ts';

const shortestDetail = 5;

/** What the storage server refused to the account. */
export interface DeniedAction {
  /** Such as 's3:PutObject'. */
  readonly action: string;
  /** The bucket that it was about; undefined where the call names none. */
  readonly bucket: string | undefined;
  /** The object or the prefix that it was about; undefined where the call names none. */
  readonly key: string | undefined;
}

interface ApiErrorParts {
  /** HTTP status; undefined when no answer came at all. */
  readonly status: number | undefined;
  readonly message: string;
  readonly code?: ErrorCode | undefined;
  readonly detail?: string | undefined;
  readonly field?: string | undefined;
  readonly sessionLost?: boolean | undefined;
  readonly denied?: DeniedAction | undefined;
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
  /** What was refused, where the storage server's policies refused it. */
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

/** Whether a call failed because what it is about is not there. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'NotFound';
}

/** A text field of an error body; an answer from a proxy in between may have any shape. */
function textField(body: unknown, field: keyof ErrorBody): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const value: unknown = Reflect.get(body, field);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** An answer that is a failure. */
interface FailedAnswer {
  readonly status: number;
  /** JSON of whatever shape; undefined for none. */
  readonly body: unknown;
  readonly sessionLost?: boolean;
  /** What a refusal would be about. */
  readonly asked?: DeniedAction | undefined;
  /** The Retry-After header; a date in it is left aside. */
  readonly retryAfter?: string | null;
}

/** What a status means that came without a word of the console. */
function unsaid(status: number): string {
  return status === 413 ? translate(apiText, 'tooLargeForProxy') : `Error ${status}`;
}

/**
 * The error that an answer's status and JSON body (of whatever shape) stand for. An error of the
 * table is told in the language of the page; what the server says more of it is in English.
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

/** What more is known of a failure than its message; '' for nothing. */
export function detailOf(error: Error): string {
  return error instanceof ApiError ? (error.detail ?? '') : '';
}

/** What the storage server refused, where that is why a call failed. */
export function deniedBy(error: Error): DeniedAction | undefined {
  return error instanceof ApiError ? error.denied : undefined;
}
