import { ConsoleError } from '../console-error.ts';

const DAMAGED = 'it is damaged';

/**
 * SQLite's result codes for problems with the file and its disk; all others are programming errors.
 */
const REASONS: Readonly<Record<number, string>> = {
  5: 'another process holds it',
  8: 'it is read-only',
  10: 'its disk is full or reports errors',
  11: DAMAGED,
  13: 'its disk is full',
  14: 'it cannot be opened',
  26: DAMAGED,
};

/** Why an SQLite file cannot be used, as the end of a sentence; undefined for any other error. */
export function sqliteReason(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  // SQLite's extended codes have the primary one in their low byte.
  return REASONS[Number(error.errcode) & 0xff];
}

/** Whether the content of the file is damaged. */
export function isDamaged(error: unknown): boolean {
  return sqliteReason(error) === DAMAGED;
}

/**
 * Maps an error about an unusable file, described as `what`, to StateUnavailable; any other error
 * is left unchanged.
 */
export function sqliteUnavailable(error: unknown, what: string): unknown {
  const reason = sqliteReason(error);
  if (reason === undefined) return error;
  const detail = `${what} cannot be used: ${reason}.`;
  return new ConsoleError('StateUnavailable', { detail, cause: error });
}
