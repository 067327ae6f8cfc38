import { setTimeout as pause } from 'node:timers/promises';
import type { LoginCounts } from '../../state/login-counts.ts';
import { addressGroup } from './address-group.ts';

/** For so long a failed attempt counts. */
export const LOGIN_WINDOW_SECONDS = 60;
const WINDOW_MS = LOGIN_WINDOW_SECONDS * 1000;
/** Failures in a window that nobody waits for: from one address, and for one account from anywhere. */
const FREE_PER_ADDRESS = 10;
const FREE_PER_ACCOUNT = 30;
/** Above it the attempts of an address follow each other at this distance. */
const PACE_MS = 5000;
const MAX_QUEUE_MS = 3 * PACE_MS;
/** Above it every attempt at an account waits for so long. */
const ACCOUNT_PAUSE_MS = 3000;
/** Attempts of all addresses that wait at a time in one console. */
const MAX_WAITING = 200;
/** Beyond it the entries that pass next are forgotten: the state stays bounded whatever comes in. */
const MAX_KEYS = 100_000;
const PRUNE_EVERY = 1000;
/** For so long an account is known where it has logged in. */
const KNOWN_MS = 30 * 24 * 3_600_000;

/** One attempt to log in. It counts as failed unless it is said to be otherwise. */
export interface LoginAttempt {
  /** Waits for its turn. Rejects when the signal aborts. */
  wait(signal: AbortSignal): Promise<void>;
  /** The password was right: the account is known at this address from now on. */
  succeeded(): Promise<void>;
  /** The storage server did not say whether the password is right. */
  undecided(): Promise<void>;
}

/** Slows login attempts down, so that passwords cannot be tried at speed. */
export interface LoginLimit {
  /** Undefined when too many wait already. */
  begin(address: string, account: string): Promise<LoginAttempt | undefined>;
}

export interface LoginLimitOptions {
  /** What all consoles with the same state count together. */
  readonly counts: LoginCounts;
  readonly now: () => number;
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * A limit that makes attempts wait instead of refusing them, so that nobody can
 * lock an account out: the right password gets in, within twenty seconds at most.
 * Only addresses that keep many attempts waiting are refused. Where an account has
 * logged in before, failures of others elsewhere do not count against it. Attempts
 * count from their beginning, so that many at once count too.
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
      // A known pair has a count of its own: others at its address cannot fill it.
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
