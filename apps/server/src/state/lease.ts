import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { LeaseStore } from './lease-store.ts';

/** The longest time for which a killed console blocks others. */
const LEASE_MS = 10_000;
const RENEW_MS = 3000;
/** Longer than a lease, so that waiting outlasts the lease of a killed console. */
const WAIT_MS = 25_000;
const FIRST_LOOK_MS = 20;
const MAX_LOOK_MS = 250;

/** A lease that is renewed until it is released. */
export interface Lease {
  /** Whether it is still held: a console that was paused may have lost it. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * Waits for a lease and keeps renewing it. Undefined if others hold it for too long.
 * @throws the signal's reason if it aborts, and the errors of the store
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
    // Jitter, to avoid contention with other waiting consoles.
    await pause(look * (0.5 + Math.random()), undefined, signal && { signal });
  }
}

function holdOn(store: LeaseStore, name: string, holder: string): Lease {
  const isHeld = () => store.renew(name, holder, LEASE_MS);
  // A failed renewal is retried, and a lease that was not released expires.
  const timer = setInterval(() => isHeld().catch(() => false), RENEW_MS).unref();
  return {
    isHeld,
    async release() {
      clearInterval(timer);
      await store.release(name, holder).catch(() => undefined);
    },
  };
}
