import { randomUUID } from 'node:crypto';
import type { LeaseStore } from './lease-store.ts';

const EVERY_MS = 10 * 60_000;
/** Slightly shorter, so that the console that swept last may do so again. */
const LEASE_MS = EVERY_MS - 10_000;

export interface SweeperOptions {
  readonly tasks: readonly (() => Promise<void>)[];
  readonly onFailure: (error: unknown) => void;
}

/** Removes expired data from the state. */
export interface Sweeper {
  /** Runs the tasks, unless another console that shares the state has done so recently. */
  sweep(): Promise<void>;
  stop(): void;
}

/** Creates a sweeper that runs periodically until it is stopped. */
export function createSweeper(leases: LeaseStore, { tasks, onFailure }: SweeperOptions): Sweeper {
  const holder = randomUUID();
  async function sweep(): Promise<void> {
    try {
      if (!(await leases.take('sweep', holder, LEASE_MS))) return;
      for (const task of tasks) await task();
    } catch (error) {
      onFailure(error);
    }
  }
  const timer = setInterval(sweep, EVERY_MS).unref();
  return { sweep, stop: () => clearInterval(timer) };
}
