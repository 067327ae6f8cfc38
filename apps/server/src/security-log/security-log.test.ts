import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openSqliteState } from '../state/state.ts';
import { createSecurityLog } from './security-log.ts';

const DAY = 24 * 3_600_000;

function setUp() {
  const clock = { now: 1_000_000_000_000 };
  const lines: object[] = [];
  const failures: unknown[] = [];
  const store = openSqliteState(':memory:').securityEvents;
  const log = createSecurityLog({
    server: 'test',
    store,
    write: (line) => lines.push(line),
    onFailure: (error) => failures.push(error),
    now: () => clock.now,
  });
  return { clock, lines, failures, store, log };
}

describe('the security log', () => {
  it('writes each event as a line and keeps it', async () => {
    const { log, lines, store, clock } = setUp();
    log.record({ event: 'login.failed', account: 'alice', address: '192.0.2.1' });
    log.record({ event: 'session.ended', account: 'alice', reason: 'keys refused' });
    expect(lines).toEqual([
      { event: 'login.failed', account: 'alice', address: '192.0.2.1', reason: '' },
      { event: 'session.ended', account: 'alice', address: '', reason: 'keys refused' },
    ]);
    const at = clock.now;
    expect(await store.latest(10)).toEqual(lines.map((line) => ({ ...line, at })).reverse());
  });

  it('does not take names of any length', async () => {
    const { log, store } = setUp();
    log.record({ event: 'login.failed', account: 'x'.repeat(1024) });
    expect((await store.latest(1))[0]?.account).toHaveLength(128);
  });

  it('forgets what is older than ninety days', async () => {
    const { log, store, clock } = setUp();
    log.record({ event: 'logout', account: 'alice' });
    clock.now += 91 * DAY;
    log.record({ event: 'logout', account: 'bob' });
    await log.prune();
    expect((await store.latest(10)).map(({ account }) => account)).toEqual(['bob']);
  });

  it('keeps the rest whatever number of failed logins comes', async () => {
    const { log, store } = setUp();
    log.record({ event: 'login.succeeded', account: 'alice' });
    for (let index = 0; index < 5400; index += 1) {
      log.record({ event: 'login.failed', account: `guess-${index}` });
    }
    await setImmediate();
    const kept = await store.latest(10_000);
    expect(kept.length).toBeLessThanOrEqual(5201);
    expect(kept.at(0)?.account).toBe('guess-5399');
    expect(kept.at(-1)?.account).toBe('alice');
  });

  it('does not fail its caller when it cannot be kept', async () => {
    const failures: unknown[] = [];
    const fail = async () => {
      throw new Error('full');
    };
    const log = createSecurityLog({
      server: 'test',
      store: { append: fail, latest: fail, search: fail, prune: fail },
      write: () => {},
      onFailure: (error) => failures.push(error),
    });
    log.record({ event: 'logout', account: 'alice' });
    await expect.poll(() => failures).toHaveLength(1);
  });
});
