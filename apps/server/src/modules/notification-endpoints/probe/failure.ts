import type { TestFailure } from '@stowage/contract/notification-endpoints';
import { connectionFailure } from '../../../upstream/connection-failure.ts';

/** A target that does not behave as expected; its response is not kept. */
export class ProbeError extends Error {
  readonly failure: TestFailure;

  constructor(failure: TestFailure) {
    super(failure);
    this.name = 'ProbeError';
    this.failure = failure;
  }
}

/** Of PostgreSQL. */
const CODES: Readonly<Record<string, TestFailure>> = {
  '28000': 'credentials',
  '28P01': 'credentials',
  '3D000': 'database-missing',
};

/** Maps a connection error. */
export function failureOf(error: unknown): TestFailure {
  if (error instanceof ProbeError) return error.failure;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (Object.hasOwn(CODES, code) ? CODES[code] : undefined) ?? connectionFailure(error);
}
