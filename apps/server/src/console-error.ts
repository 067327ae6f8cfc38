import type { ErrorBody } from '@stowage/contract/error-body';
import { ERRORS, type ErrorCode } from '@stowage/contract/errors';

/** What an error says beyond its entry in the table. */
export interface ErrorDetail {
  /** A sentence for the user, with names and limits; never a secret. */
  readonly detail?: string;
  /** The input that is wrong. */
  readonly field?: string;
  /** Seconds after which it is worth trying again. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** An entry of the error table, raised. */
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

/** The error as it travels. */
export function errorBody(error: ConsoleError): ErrorBody {
  return {
    code: error.status,
    message: error.message,
    detailedMessage: error.detail,
    errorCode: error.code,
    ...(error.field !== undefined && { field: error.field }),
  };
}
