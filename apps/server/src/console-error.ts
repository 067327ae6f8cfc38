import type { ErrorBody } from '@stowage/contract/error-body';
import { ERRORS, type ErrorCode } from '@stowage/contract/errors';

/** The details of an error beyond its table entry. */
export interface ErrorDetail {
  /** A sentence for the user, with names and limits; never a secret. */
  readonly detail?: string;
  /** The invalid input. */
  readonly field?: string;
  /** Seconds after which a retry is worthwhile. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** An error with a code from the error table. */
export class ConsoleError extends Error {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly field: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, { detail, field, retryAfter, cause }: ErrorDetail = {}) {
    super(ERRORS[code].message, cause === undefined ? undefined : { cause });
    this.name = 'ConsoleError';
    this.code = code;
    this.detail = detail ?? '';
    this.field = field;
    this.retryAfter = retryAfter;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** The error's response body. */
export function errorBody(error: ConsoleError): ErrorBody {
  return {
    code: error.status,
    message: error.message,
    detailedMessage: error.detail,
    errorCode: error.code,
    ...(error.field !== undefined && { field: error.field }),
  };
}
