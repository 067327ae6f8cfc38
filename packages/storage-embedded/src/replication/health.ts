import type { TargetError, TargetHealth } from './remote-target.ts';

const UNSEEN: TargetHealth = {
  online: false,
  lastOnline: 0,
  lastCheckAt: 0,
  offlineFor: 0,
  offlineCount: 0,
  latency: { current: 0, average: 0, max: 0 },
  checks: 0,
  error: undefined,
};

/** The result of one contact with a target. */
export interface Sighting {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Milliseconds that the contact took. */
  readonly took: number;
  readonly online: boolean;
  readonly error?: Omit<TargetError, 'at'>;
}

/** Returns the health of a target, updated with another contact. */
export function seen(before: TargetHealth = UNSEEN, sighting: Sighting): TargetHealth {
  const { at, took, online, error } = sighting;
  const checks = before.checks + (online ? 1 : 0);
  const wasOffline = !before.online && before.lastCheckAt > 0;
  const { average, max } = before.latency;
  return {
    online,
    lastOnline: online ? at : before.lastOnline,
    lastCheckAt: at,
    offlineFor: before.offlineFor + (wasOffline ? at - before.lastCheckAt : 0),
    offlineCount: before.offlineCount + (online || wasOffline ? 0 : 1),
    latency: online
      ? { current: took, average: average + (took - average) / checks, max: Math.max(max, took) }
      : before.latency,
    checks,
    error: error && { ...error, at },
  };
}
