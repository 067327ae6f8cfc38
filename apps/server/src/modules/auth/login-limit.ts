const WINDOW_MS = 60_000;
/** Failures in a window, from one address and for one account from anywhere. */
const PER_ADDRESS = 10;
const PER_ACCOUNT = 30;
/** Above it the oldest windows are forgotten: memory stays bounded whatever comes in. */
const MAX_KEYS = 10_000;

/** Counts login attempts, so that passwords cannot be tried at speed. */
export interface LoginLimit {
  /** Counts an attempt as failed until it is forgiven; false when there were too many. */
  attempt(address: string, account: string): boolean;
  /** Takes an attempt back that did not fail on its keys. */
  forgive(address: string, account: string): void;
}

/**
 * A limit with windows of a minute. Attempts count from their beginning, so that
 * many at once count too; those that succeed are taken back, so nobody who knows
 * the password notices it.
 */
export function createLoginLimit(now: () => number = Date.now): LoginLimit {
  const byAddress = attemptCounter(PER_ADDRESS, now);
  const byAccount = attemptCounter(PER_ACCOUNT, now);
  return {
    attempt(address, account) {
      if (!byAddress.allows(address) || !byAccount.allows(account)) return false;
      byAddress.add(address, 1);
      byAccount.add(account, 1);
      return true;
    },
    forgive(address, account) {
      byAddress.add(address, -1);
      byAccount.add(account, -1);
    },
  };
}

function attemptCounter(limit: number, now: () => number) {
  const windows = new Map<string, { until: number; attempts: number }>();
  const current = (key: string) => {
    const window = windows.get(key);
    return window && window.until > now() ? window : undefined;
  };
  return {
    allows: (key: string) => (current(key)?.attempts ?? 0) < limit,
    add(key: string, change: 1 | -1) {
      const window = current(key) ?? { until: now() + WINDOW_MS, attempts: 0 };
      window.attempts = Math.max(0, window.attempts + change);
      windows.delete(key);
      if (window.attempts > 0) windows.set(key, window);
      const [oldest] = windows.keys();
      if (windows.size > MAX_KEYS && oldest !== undefined) windows.delete(oldest);
    },
  };
}
