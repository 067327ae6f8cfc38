import { describe, expect, it, vi } from 'vitest';
import { BackOff } from './back-off.ts';
import { seen } from './health.ts';
import { TargetMetrics } from './metrics.ts';
import { Pace } from './pace.ts';

describe('a pace', () => {
  it('lets through what the limit allows, of all transfers together', () => {
    let now = 0;
    const pace = new Pace(() => now);
    expect([pace.delay(1000, 1000), pace.delay(500, 1000), pace.delay(500, 1000)]).toEqual([
      0, 1000, 1500,
    ]);
    now = 10_000;
    expect(pace.delay(1000, 1000)).toBe(0);
    expect(pace.delay(1000, 0)).toBe(0);
  });

  it('holds a stream to bytes in a second', async () => {
    const pace = new Pace();
    async function* source(): AsyncGenerator<Uint8Array, void, undefined> {
      for (let piece = 0; piece < 5; piece++) {
        yield new Uint8Array(20_000);
      }
    }
    let sent = 0;
    const began = performance.now();
    for await (const piece of pace.hold(
      source(),
      () => 400_000,
      (bytes) => (sent += bytes),
    )) {
      expect(piece.length).toBe(20_000);
    }
    // The first piece is sent immediately, each other one after the time of its predecessor.
    expect(performance.now() - began).toBeGreaterThanOrEqual(190);
    expect(sent).toBe(100_000);
  });
});

describe('what has failed', () => {
  it('is tried again after twice as long each time, up to a minute', () => {
    let now = 0;
    const backOff = new BackOff(() => now);
    const delays: (number | undefined)[] = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      backOff.blockTarget('a');
      delays.push(backOff.next);
      // Requests that fail together count as one.
      backOff.blockTarget('a');
      now += backOff.next ?? 0;
      expect(backOff.isBlocked('a')).toBe(false);
    }
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    backOff.freeTarget('a');
    backOff.blockTarget('a');
    expect(backOff.next).toBe(1000);
  });

  it('is tried again in time although the clock was put back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const backOff = new BackOff();
    backOff.blockTarget('a');
    vi.setSystemTime(0);
    expect(backOff.next).toBeLessThanOrEqual(1000);
    vi.useRealTimers();
  });

  it('is remembered of ten thousand objects', () => {
    const backOff = new BackOff(() => 0);
    for (let object = 0; object <= 10_000; object++) {
      backOff.delayObject(String(object));
    }
    expect([backOff.isDelayed('0'), backOff.isDelayed('1')]).toEqual([false, true]);
  });
});

describe('the health of a target', () => {
  it('tells how long it was away, how often and why', () => {
    const error = { code: 'ECONNREFUSED', message: 'refused' };
    const up = seen(undefined, { at: 1000, took: 10, online: true });
    const down = seen(up, { at: 2000, took: 0, online: false, error });
    const still = seen(down, { at: 5000, took: 0, online: false, error });
    expect(still).toMatchObject({
      online: false,
      lastOnline: 1000,
      offlineFor: 3000,
      offlineCount: 1,
      error: { code: 'ECONNREFUSED', at: 5000 },
    });
    expect(seen(still, { at: 6000, took: 30, online: true })).toMatchObject({
      online: true,
      offlineFor: 4000,
      latency: { current: 30, average: 20, max: 30 },
      error: undefined,
    });
  });
});

describe('the failures of a target', () => {
  it('are counted for the last minute, the last hour and all the time', () => {
    const metrics = new TargetMetrics();
    const hour = 3_600_000;
    metrics.fail(5, 'AccessDenied', hour);
    metrics.fail(7, 'Other', 2 * hour - 60_000);
    metrics.fail(9, 'Other', 2 * hour);
    expect(metrics.failures(2 * hour)).toEqual({
      lastMinute: { count: 1, bytes: 9 },
      lastHour: { count: 2, bytes: 16 },
      totals: { count: 3, bytes: 21 },
      errCounts: { AccessDenied: 1 },
    });
  });
});
