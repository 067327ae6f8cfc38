import { ConsoleError } from './console-error.ts';

/** Tests per session and minute. */
const TESTS = 12;
const WINDOW_MS = 60_000;
/** Sessions that are tracked; beyond that, those that started first are dropped. */
const SESSIONS = 1000;

interface Window {
  readonly since: number;
  readonly tests: number;
}

/**
 * Limits how many targets and providers a session tests per minute, so that the console cannot be
 * used to scan its network.
 */
export class TestLimit {
  readonly #windows = new Map<string, Window>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** @throws ConsoleError TooManyTests, with the seconds to wait */
  count(session: string): void {
    const now = this.#now();
    const known = this.#windows.get(session);
    const window =
      known === undefined || now - known.since >= WINDOW_MS ? { since: now, tests: 0 } : known;
    if (window.tests >= TESTS) {
      throw new ConsoleError('TooManyTests', {
        detail: `At most ${TESTS} tests a minute.`,
        retryAfter: Math.ceil((window.since + WINDOW_MS - now) / 1000),
      });
    }
    this.#windows.delete(session);
    this.#windows.set(session, { ...window, tests: window.tests + 1 });
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > SESSIONS && oldest !== undefined) this.#windows.delete(oldest);
  }
}
