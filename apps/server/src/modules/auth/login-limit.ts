import { setTimeout as pause } from 'node:timers/promises';
import { addressGroup } from './address-group.ts';

const WINDOW_MS = 60_000;
/** Failures in a window that nobody waits for: from one address, and for one account from anywhere. */
const FREE_PER_ADDRESS = 10;
const FREE_PER_ACCOUNT = 30;
/** Above it the attempts of an address follow each other at this distance. */
const PACE_MS = 5000;
const MAX_QUEUE_MS = 3 * PACE_MS;
/** Above it every attempt at an account waits for so long. */
const ACCOUNT_PAUSE_MS = 3000;
/** Attempts of all addresses that wait at a time. */
const MAX_WAITING = 200;
/** Above it the oldest entries are forgotten: memory stays bounded whatever comes in. */
const MAX_KEYS = 10_000;

/** One attempt to log in. It counts as failed unless it is said to be otherwise. */
export interface LoginAttempt {
  /** Waits for its turn. Rejects when the signal aborts. */
  wait(signal: AbortSignal): Promise<void>;
  /** The password was right: the account is known at this address from now on. */
  succeeded(): void;
  /** The storage server did not say whether the password is right. */
  undecided(): void;
}

/** Slows login attempts down, so that passwords cannot be tried at speed. */
export interface LoginLimit {
  /** Undefined when too many wait already. */
  begin(address: string, account: string): LoginAttempt | undefined;
}

export interface LoginLimitOptions {
  readonly now?: () => number;
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * A limit that makes attempts wait instead of refusing them, so that nobody can
 * lock an account out: the right password gets in, within twenty seconds at most.
 * Only addresses that keep many attempts waiting are refused. Where an account has
 * logged in before, strangers' failures elsewhere do not count against it. Attempts
 * count from their beginning, so that many at once count too.
 */
export function createLoginLimit({ now = Date.now, sleep = sleepFor }: LoginLimitOptions = {}) {
  const byAddress = counter(now);
  const byAccount = counter(now);
  const turns = boundedMap<number>();
  const known = boundedMap<true>();
  let waiting = 0;

  /** Milliseconds until it is this address's turn, after those that wait already. */
  function queue(key: string): number | undefined {
    const at = Math.max(now(), turns.get(key) ?? 0) + PACE_MS;
    if (at - now() > MAX_QUEUE_MS) return undefined;
    turns.set(key, at);
    return at - now();
  }

  function delayOf(place: string, account: string, isKnown: boolean): number | undefined {
    const queued = byAddress.of(place) < FREE_PER_ADDRESS ? 0 : queue(place);
    if (queued === undefined || isKnown) return queued;
    return queued + (byAccount.of(account) < FREE_PER_ACCOUNT ? 0 : ACCOUNT_PAUSE_MS);
  }

  async function waitFor(delay: number, signal: AbortSignal): Promise<void> {
    if (delay === 0) return;
    waiting += 1;
    try {
      await sleep(delay, signal);
    } finally {
      waiting -= 1;
    }
  }

  const limit: LoginLimit = {
    begin(address, account) {
      const group = addressGroup(address);
      const pair = `${group} ${account}`;
      const isKnown = known.get(pair) === true;
      // A known pair has a count of its own: others at its address cannot fill it.
      const place = isKnown ? pair : group;
      const delay = waiting < MAX_WAITING || isKnown ? delayOf(place, account, isKnown) : undefined;
      if (delay === undefined) return undefined;
      byAddress.add(place, 1);
      byAccount.add(account, 1);
      const takeBack = () => {
        byAddress.add(place, -1);
        byAccount.add(account, -1);
      };
      return {
        wait: (signal) => waitFor(delay, signal),
        undecided: takeBack,
        succeeded() {
          takeBack();
          known.set(pair, true);
        },
      };
    },
  };
  return limit;
}

function sleepFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return pause(milliseconds, undefined, { signal });
}

/** Keeps what was set last. */
function boundedMap<V>() {
  const entries = new Map<string, V>();
  return {
    get: (key: string) => entries.get(key),
    delete: (key: string) => entries.delete(key),
    set(key: string, value: V) {
      entries.delete(key);
      entries.set(key, value);
      const [oldest] = entries.keys();
      if (entries.size > MAX_KEYS && oldest !== undefined) entries.delete(oldest);
    },
  };
}

/** Counts attempts in windows of a minute. */
function counter(now: () => number) {
  const windows = boundedMap<{ readonly until: number; readonly attempts: number }>();
  const current = (key: string) => {
    const window = windows.get(key);
    return window && window.until > now() ? window : undefined;
  };
  return {
    of: (key: string) => current(key)?.attempts ?? 0,
    add(key: string, change: 1 | -1) {
      const { until, attempts } = current(key) ?? { until: now() + WINDOW_MS, attempts: 0 };
      if (attempts + change > 0) windows.set(key, { until, attempts: attempts + change });
      else windows.delete(key);
    },
  };
}
