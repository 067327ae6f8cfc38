import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openSqliteState } from '../../state/state.ts';
import { createLoginLimit } from './login-limit.ts';

const SIGNAL = new AbortController().signal;
const REFUSED = 'refused';

/** A limit whose waiting attempts are held in `waits` until the test releases them. */
function setUp(counts = openSqliteState(':memory:').loginCounts, clock = { now: 0 }) {
  const sleepers: (() => void)[] = [];
  const waits: number[] = [];
  const limit = createLoginLimit({
    counts,
    now: () => clock.now,
    sleep: (milliseconds) => {
      waits.push(milliseconds);
      return new Promise((resolve) => sleepers.push(resolve));
    },
  });
  /** Starts an attempt that fails, and returns the milliseconds it waits. */
  async function attempt(address: string, account = 'alice') {
    const begun = await limit.begin(address, account);
    if (!begun) return REFUSED;
    waits.length = 0;
    void begun.wait(SIGNAL);
    return waits[0] ?? 0;
  }
  async function succeed(address: string, account = 'alice') {
    const begun = await limit.begin(address, account);
    await begun?.succeeded();
  }
  async function fail(times: number, addressOf: (index: number) => string, account?: string) {
    const outcomes = [];
    for (let index = 0; index < times; index += 1) {
      outcomes.push(await attempt(addressOf(index), account));
    }
    return outcomes;
  }
  return {
    ...{ counts, clock, limit, attempt, succeed, fail },
    async letGo() {
      for (const go of sleepers.splice(0)) go();
      await setImmediate();
    },
  };
}

describe('the login limit', () => {
  it('lets ten failures of an address pass and slows it down then, for a minute', async () => {
    const { clock, attempt, fail } = setUp();
    expect(await fail(10, () => '192.0.2.1')).toEqual(Array(10).fill(0));
    expect(await attempt('192.0.2.1')).toBe(5000);
    expect(await attempt('192.0.2.2')).toBe(0);
    clock.now += 60_000;
    expect(await attempt('192.0.2.1')).toBe(0);
  });

  it('makes what comes together from one address wait in turn, and refuses what is too much', async () => {
    const { clock, attempt, fail } = setUp();
    await fail(10, () => '192.0.2.1');
    expect(await fail(4, () => '192.0.2.1')).toEqual([5000, 10_000, 15_000, REFUSED]);
    clock.now += 5000;
    expect(await attempt('192.0.2.1')).toBe(15_000);
  });

  it('does not lock an account out: after a thousand failures from everywhere an unknown client waits for seconds', async () => {
    const { attempt, fail, letGo } = setUp();
    for (let round = 0; round < 10; round += 1) {
      await fail(100, (index) => `10.0.${round}.${index}`);
      await letGo();
    }
    expect(await attempt('198.51.100.1')).toBe(3000);
    expect(await attempt('198.51.100.1', 'bob')).toBe(0);
  });

  it('lets an account in at once where it has logged in before, whatever others do', async () => {
    const { attempt, succeed, fail } = setUp();
    await succeed('198.51.100.1');
    await fail(100, (index) => `10.0.0.${index}`);
    expect(await attempt('198.51.100.1')).toBe(0);
  });

  it('lets an account in at once at an address that others use up, as behind a proxy that nobody declared', async () => {
    const { attempt, succeed, fail } = setUp();
    await succeed('192.0.2.1');
    await fail(20, () => '192.0.2.1', 'somebody');
    expect(await attempt('192.0.2.1', 'somebody')).toBe(REFUSED);
    expect(await attempt('192.0.2.1')).toBe(0);
  });

  it('slows tries at an account down where it has logged in before, too', async () => {
    const { attempt, succeed, fail } = setUp();
    await succeed('192.0.2.1');
    await fail(10, () => '192.0.2.1');
    expect(await attempt('192.0.2.1')).toBe(5000);
  });

  it('forgets where an account has logged in after thirty days', async () => {
    const { clock, attempt, succeed, fail } = setUp();
    await succeed('198.51.100.1');
    clock.now += 30 * 24 * 3_600_000;
    await fail(30, (index) => `10.0.0.${index}`);
    expect(await attempt('198.51.100.1')).toBe(3000);
  });

  it('takes the addresses of an IPv6 network for one', async () => {
    const { attempt, fail } = setUp();
    await fail(10, (index) => `2001:db8:0:1::${index}`);
    expect(await attempt('2001:db8:0:1::ffff')).toBe(5000);
    expect(await attempt('2001:db8:0:2::1')).toBe(0);
  });

  it.each(['succeeded', 'undecided'] as const)(
    'does not count attempts that %s',
    async (outcome) => {
      const { limit, attempt } = setUp();
      for (let index = 0; index < 100; index += 1) {
        const begun = await limit.begin('192.0.2.1', 'alice');
        await begun?.[outcome]();
      }
      expect(await attempt('192.0.2.1')).toBe(0);
    },
  );

  it('does not count attempts that it refused', async () => {
    const { attempt, fail } = setUp();
    await fail(40, () => '192.0.2.1');
    expect(await attempt('198.51.100.1')).toBe(0);
  });

  it('bounds how many wait in all, and lets those in who are known', async () => {
    const { attempt, succeed, fail, letGo } = setUp();
    await succeed('198.51.100.1');
    await fail(30, (index) => `10.0.0.${index}`);
    const waits = await fail(201, (index) => `10.1.0.${index}`);
    expect(waits.filter((wait) => wait === REFUSED)).toEqual([REFUSED]);
    expect(await attempt('198.51.100.1')).toBe(0);
    await letGo();
    expect(await attempt('198.51.100.2')).toBe(3000);
  });

  it('counts what comes to all consoles together, at the same moment too', async () => {
    const one = setUp();
    const two = setUp(one.counts, one.clock);
    const attempts = Array.from({ length: 12 }, (_, index) =>
      (index % 2 === 0 ? one : two).limit.begin('192.0.2.1', 'alice'),
    );
    await Promise.all(attempts);
    expect(await one.attempt('192.0.2.1')).toBe(15_000);
    expect(await two.attempt('192.0.2.1')).toBe(REFUSED);
    await one.succeed('198.51.100.1', 'bob');
    await one.fail(30, (index) => `10.0.0.${index}`, 'bob');
    expect(await two.attempt('198.51.100.1', 'bob')).toBe(0);
  });
});
