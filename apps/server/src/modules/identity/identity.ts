import type { Turns } from '../../changes/turns.ts';
import { ConsoleError } from '../../console-error.ts';
import type { StorageAccess } from '../../upstream/storage.ts';
import { storageError } from '../../upstream/storage-errors.ts';

/** The dependencies shared by the routes of users and groups. */
export interface Identity {
  readonly storage: StorageAccess;
  /** Serialises all changes of users and groups. */
  readonly turns: Turns;
}

/** The name of a turn. */
export const turnOf = (kind: 'user' | 'group', name: string) => `identity/${kind}/${name}`;

/** The body may list thousands of names. */
export const LONG_LISTS = { body: 4 * 1024 * 1024 };

/** Orders names independently of the locale. */
export function byName(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/**
 * Awaits a call that needs a different permission than its endpoint; an AccessDenied error names
 * it.
 */
export async function needing<Result>(action: string, call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (cause) {
    if (storageError(cause)?.code !== 'AccessDenied') throw cause;
    const detail = `The storage server refuses ${action} to this account.`;
    throw new ConsoleError('AccessDenied', { detail, cause });
  }
}

/** One call of a change that consists of several. */
export interface Step {
  /** A sentence that says what a successful call has done. */
  readonly done: string;
  run(): Promise<unknown>;
}

/** Runs the steps one after another. An error says what was done before it. */
export async function runSteps(steps: readonly Step[]): Promise<void> {
  const done: string[] = [];
  for (const step of steps) {
    try {
      await step.run();
    } catch (error) {
      throw afterSteps(error, done);
    }
    done.push(step.done);
  }
}

function afterSteps(error: unknown, done: readonly string[]): unknown {
  const known = error instanceof ConsoleError ? error : storageError(error);
  if (known === undefined || done.length === 0) return error;
  const { code, detail, field, cause } = known;
  return new ConsoleError(code, {
    detail: [detail, ...done].filter((part) => part !== '').join(' '),
    ...(field !== undefined && { field }),
    cause,
  });
}
