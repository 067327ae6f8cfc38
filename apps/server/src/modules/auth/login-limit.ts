import { setTimeout as pause } from 'node:timers/promises';
import type { LoginCounts } from '../../state/login-counts.ts';
import { addressGroup } from './address-group.ts';

/** How long a failed attempt counts. */
export const LOGIN_WINDOW_SECONDS = 60;
const WINDOW_MS = LOGIN_WINDOW_SECONDS * 1000;
/** Failures per window without a delay: from one address, and for one account from anywhere. */
const FREE_PER_ADDRESS = 10;
const FREE_PER_ACCOUNT = 30;
/** Beyond that, the attempts of an address are spaced by this interval. */
const PACE_MS = 5000;
const MAX_QUEUE_MS = 3 * PACE_MS;
/** Beyond that, every attempt at an account waits this long. */
const ACCOUNT_PAUSE_MS = 3000;
/** Attempts from all addresses that may wait at the same time in one console. */
const MAX_WAITING = 200;
/** Beyond this number the entries that expire next are dropped, which bounds the state. */
const MAX_KEYS = 100_000;
const PRUNE_EVERY = 1000;
/** How long an account is remembered at an address where it has logged in. */
const KNOWN_MS = 30 * 24 * 3_600_000;

/** One attempt to log in. It counts as failed unless reported otherwise. */
export interface LoginAttempt {
  /** Waits for its turn. Rejects if the signal aborts. */
  wait(signal: AbortSignal): Promise<void>;
  /** The password was right: the account is remembered at this address. */
  succeeded(): Promise<void>;
  /** The storage server did not tell whether the password is right. */
  undecided(): Promise<void>;
}

/** Slows down login attempts to prevent password guessing. */
export interface LoginLimit {
  /** Undefined if too many attempts are waiting already. */
  begin(address: string, account: string): Promise<LoginAttempt | undefined>;
}

export interface LoginLimitOptions {
  /** The counts shared by all consoles with the same state. */
  readonly counts: LoginCounts;
  readonly now: () => number;
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Creates a limit that delays attempts instead of rejecting them, so that nobody can lock an
 * account out: the right password succeeds within twenty seconds. Only addresses that keep many
 * attempts waiting are rejected. Where an account has logged in before, failures elsewhere do not
 * count against it. Attempts count from their start, so that concurrent ones count too.
 */
export function createLoginLimit({ counts, now, sleep = sleepFor }: LoginLimitOptions): LoginLimit {
  let waiting = 0;
  let untilPrune = PRUNE_EVERY;

  async function delayOf(place: string, account: string, isKnown: boolean) {
    const [fromHere, atAccount] = await Promise.all([
      counts.add(place, now(), WINDOW_MS),
      counts.add(account, now(), WINDOW_MS),
    ]);
    const queued =
      fromHere < FREE_PER_ADDRESS ? 0 : await counts.nextTurn(place, now(), PACE_MS, MAX_QUEUE_MS);
    if (queued === undefined || isKnown || atAccount < FREE_PER_ACCOUNT) return queued;
    return queued + ACCOUNT_PAUSE_MS;
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

  async function pruneNowAndThen(): Promise<void> {
    untilPrune -= 1;
    if (untilPrune > 0) return;
    untilPrune = PRUNE_EVERY;
    await counts.prune(now(), MAX_KEYS);
  }

  return {
    async begin(address, name) {
      const group = addressGroup(address);
      const pair = `known ${group} ${name}`;
      const isKnown = await counts.isRemembered(pair, now());
      if (waiting >= MAX_WAITING && !isKnown) return undefined;
      // A known pair has its own count, which others at its address cannot fill.
      const place = isKnown ? pair : `address ${group}`;
      const account = `account ${name}`;
      await pruneNowAndThen();
      const delay = await delayOf(place, account, isKnown);
      const takeBack = async () => {
        await Promise.all([counts.takeBack(place, now()), counts.takeBack(account, now())]);
      };
      if (delay === undefined) {
        await takeBack();
        return undefined;
      }
      return {
        wait: (signal) => waitFor(delay, signal),
        undecided: takeBack,
        async succeeded() {
          await takeBack();
          await counts.remember(pair, now() + KNOWN_MS);
        },
      };
    },
  };
}

function sleepFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return pause(milliseconds, undefined, { signal });
}
