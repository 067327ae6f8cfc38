import { ConsoleError } from '../console-error.ts';

const DAMAGED = 'it is damaged';

/** What SQLite's result codes say of a file and its disk; all others are mistakes of ours. */
const REASONS: Readonly<Record<number, string>> = {
  5: 'another process holds it',
  8: 'it is read-only',
  10: 'its disk is full or reports errors',
  11: DAMAGED,
  13: 'its disk is full',
  14: 'it cannot be opened',
  26: DAMAGED,
};

/** Why a file of SQLite cannot be used, as the end of a sentence; undefined for any other error. */
export function sqliteReason(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  // The codes that SQLite calls extended have the general one in their last byte.
  return REASONS[Number(error.errcode) & 0xff];
}

/** Whether the content of the file is what is wrong with it. */
export function isDamaged(error: unknown): boolean {
  return sqliteReason(error) === DAMAGED;
}

/** StateUnavailable where a file cannot be used, told as `what`; any other error as it is. */
export function sqliteUnavailable(error: unknown, what: string): unknown {
  const reason = sqliteReason(error);
  if (reason === undefined) return error;
  const detail = `${what} cannot be used: ${reason}.`;
  return new ConsoleError('StateUnavailable', { detail, cause: error });
}
