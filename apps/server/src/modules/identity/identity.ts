import type { Turns } from '../../changes/turns.ts';
import { ConsoleError } from '../../console-error.ts';
import type { StorageAccess } from '../../upstream/storage.ts';
import { storageError } from '../../upstream/storage-errors.ts';

/** What the routes of users and groups share. */
export interface Identity {
  readonly storage: StorageAccess;
  /** Every change of a user or a group takes its turn here. */
  readonly turns: Turns;
}

/** The name of a turn. */
export const turnOf = (kind: 'user' | 'group', name: string) => `identity/${kind}/${name}`;

/** Lists of thousands of names come in one body. */
export const LONG_LISTS = { body: 4 * 1024 * 1024 };

/** Names in one order for everybody. */
export function byName(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Waits for a call that needs another right than its endpoint; a refusal names that one. */
export async function needing<Result>(action: string, call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (cause) {
    if (storageError(cause)?.code !== 'AccessDenied') throw cause;
    const detail = `The storage server refuses ${action} to this account.`;
    throw new ConsoleError('AccessDenied', { detail, cause });
  }
}

/** One call of a change that needs several. */
export interface Step {
  /** What is done when it has succeeded: a sentence. */
  readonly done: string;
  run(): Promise<unknown>;
}

/** Makes the steps one after the other. A failure says what had been done before it. */
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
