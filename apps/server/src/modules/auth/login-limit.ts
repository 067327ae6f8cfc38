const WINDOW_MS = 60_000;
/** Failures in a window, from one address and for one account from anywhere. */
const PER_ADDRESS = 10;
const PER_ACCOUNT = 30;
/** Above it the oldest windows are forgotten: memory stays bounded whatever comes in. */
const MAX_KEYS = 10_000;

/** Counts failed logins, so that passwords cannot be tried at speed. */
export interface LoginLimit {
  /** Whether another attempt may be made. */
  allows(address: string, account: string): boolean;
  failed(address: string, account: string): void;
}

/** A limit with windows of a minute; only failures count, so nobody who knows the password notices it. */
export function createLoginLimit(now: () => number = Date.now): LoginLimit {
  const byAddress = failureCounter(PER_ADDRESS, now);
  const byAccount = failureCounter(PER_ACCOUNT, now);
  return {
    allows: (address, account) => byAddress.allows(address) && byAccount.allows(account),
    failed(address, account) {
      byAddress.count(address);
      byAccount.count(account);
    },
  };
}

function failureCounter(limit: number, now: () => number) {
  const windows = new Map<string, { until: number; failures: number }>();
  const current = (key: string) => {
    const window = windows.get(key);
    return window && window.until > now() ? window : undefined;
  };
  return {
    allows: (key: string) => (current(key)?.failures ?? 0) < limit,
    count(key: string) {
      const window = current(key) ?? { until: now() + WINDOW_MS, failures: 0 };
      window.failures += 1;
      windows.delete(key);
      windows.set(key, window);
      const [oldest] = windows.keys();
      if (windows.size > MAX_KEYS && oldest !== undefined) windows.delete(oldest);
    },
  };
}
