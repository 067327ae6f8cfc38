import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { LeaseStore } from './lease-store.ts';

/** A console that was killed holds others up for so long at most. */
const LEASE_MS = 10_000;
const RENEW_MS = 3000;
/** Longer than a lease, so that one left by a killed console is waited for. */
const WAIT_MS = 25_000;
const FIRST_LOOK_MS = 20;
const MAX_LOOK_MS = 250;

/** A lease that is held on to until it is released. */
export interface Lease {
  /** Whether it is ours still: a console that was stopped for a while may have lost it. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * Waits for a lease and holds on to it. Undefined when others have it for too long.
 * @throws the signal's reason when it aborts, and what the store throws
 */
export async function waitForLease(
  store: LeaseStore,
  name: string,
  signal?: AbortSignal,
): Promise<Lease | undefined> {
  const holder = randomUUID();
  const deadline = performance.now() + WAIT_MS;
  for (let look = FIRST_LOOK_MS; ; look = Math.min(look * 2, MAX_LOOK_MS)) {
    if (await store.take(name, holder, LEASE_MS)) return holdOn(store, name, holder);
    if (performance.now() > deadline) return undefined;
    // Not at the same moments as others that wait.
    await pause(look * (0.5 + Math.random()), undefined, signal && { signal });
  }
}

function holdOn(store: LeaseStore, name: string, holder: string): Lease {
  const isHeld = () => store.renew(name, holder, LEASE_MS);
  // A renewal that fails is tried again, and a lease that was not released ends by itself.
  const timer = setInterval(() => isHeld().catch(() => false), RENEW_MS).unref();
  return {
    isHeld,
    async release() {
      clearInterval(timer);
      await store.release(name, holder).catch(() => undefined);
    },
  };
}
