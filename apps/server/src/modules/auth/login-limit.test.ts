import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLoginLimit } from './login-limit.ts';

const SIGNAL = new AbortController().signal;
const REFUSED = 'refused';

/** A limit whose waiting attempts stand in `waits` until the test lets them go. */
function setUp() {
  const clock = { now: 0 };
  const sleepers: (() => void)[] = [];
  const waits: number[] = [];
  const limit = createLoginLimit({
    now: () => clock.now,
    sleep: (milliseconds) => {
      waits.push(milliseconds);
      return new Promise((resolve) => sleepers.push(resolve));
    },
  });
  /** Begins an attempt that fails, and gives the milliseconds that it waits. */
  function attempt(address: string, account = 'alice') {
    const begun = limit.begin(address, account);
    if (!begun) return REFUSED;
    waits.length = 0;
    void begun.wait(SIGNAL);
    return waits[0] ?? 0;
  }
  function succeed(address: string, account = 'alice') {
    limit.begin(address, account)?.succeeded();
  }
  const fail = (times: number, addressOf: (index: number) => string, account?: string) =>
    Array.from({ length: times }, (_, index) => attempt(addressOf(index), account));
  return {
    clock,
    limit,
    attempt,
    succeed,
    fail,
    async letGo() {
      for (const go of sleepers.splice(0)) go();
      await setImmediate();
    },
  };
}

describe('the login limit', () => {
  it('lets ten failures of an address pass and slows it down then, for a minute', () => {
    const { clock, attempt, fail } = setUp();
    expect(fail(10, () => '192.0.2.1')).toEqual(Array(10).fill(0));
    expect(attempt('192.0.2.1')).toBe(5000);
    expect(attempt('192.0.2.2')).toBe(0);
    clock.now += 60_000;
    expect(attempt('192.0.2.1')).toBe(0);
  });

  it('makes what comes together from one address wait in turn, and refuses what is too much', () => {
    const { clock, attempt, fail } = setUp();
    fail(10, () => '192.0.2.1');
    expect(fail(4, () => '192.0.2.1')).toEqual([5000, 10_000, 15_000, REFUSED]);
    clock.now += 5000;
    expect(attempt('192.0.2.1')).toBe(15_000);
  });

  it('does not lock an account out: after a thousand failures from everywhere a stranger waits for seconds', async () => {
    const { attempt, fail, letGo } = setUp();
    for (let round = 0; round < 10; round += 1) {
      fail(100, (index) => `10.0.${round}.${index}`);
      await letGo();
    }
    expect(attempt('198.51.100.1')).toBe(3000);
    expect(attempt('198.51.100.1', 'bob')).toBe(0);
  });

  it('lets an account in at once where it has logged in before, whatever strangers do', () => {
    const { attempt, succeed, fail } = setUp();
    succeed('198.51.100.1');
    fail(100, (index) => `10.0.0.${index}`);
    expect(attempt('198.51.100.1')).toBe(0);
  });

  it('lets an account in at once at an address that others use up, as behind a proxy that nobody declared', () => {
    const { attempt, succeed, fail } = setUp();
    succeed('192.0.2.1');
    fail(20, () => '192.0.2.1', 'somebody');
    expect(attempt('192.0.2.1', 'somebody')).toBe(REFUSED);
    expect(attempt('192.0.2.1')).toBe(0);
  });

  it('slows tries at an account down where it has logged in before, too', () => {
    const { attempt, succeed, fail } = setUp();
    succeed('192.0.2.1');
    fail(10, () => '192.0.2.1');
    expect(attempt('192.0.2.1')).toBe(5000);
  });

  it('takes the addresses of an IPv6 network for one', () => {
    const { attempt, fail } = setUp();
    fail(10, (index) => `2001:db8:0:1::${index}`);
    expect(attempt('2001:db8:0:1::ffff')).toBe(5000);
    expect(attempt('2001:db8:0:2::1')).toBe(0);
  });

  it.each(['succeeded', 'undecided'] as const)('does not count attempts that %s', (outcome) => {
    const { limit, attempt } = setUp();
    for (let index = 0; index < 100; index += 1) {
      limit.begin('192.0.2.1', 'alice')?.[outcome]();
    }
    expect(attempt('192.0.2.1')).toBe(0);
  });

  it('bounds how many wait in all, and lets those in who are known', async () => {
    const { attempt, succeed, fail, letGo } = setUp();
    succeed('198.51.100.1');
    fail(30, (index) => `10.0.0.${index}`);
    expect(fail(201, (index) => `10.1.0.${index}`).filter((wait) => wait === REFUSED)).toEqual([
      REFUSED,
    ]);
    expect(attempt('198.51.100.1')).toBe(0);
    await letGo();
    expect(attempt('198.51.100.2')).toBe(3000);
  });

  it('forgets the oldest instead of growing without end', () => {
    const { attempt, fail } = setUp();
    fail(10, () => 'first');
    expect(attempt('first', 'bob')).toBe(5000);
    for (let index = 0; index < 10_000; index += 1) attempt(`address${index}`, `account${index}`);
    expect(attempt('first', 'bob')).toBe(0);
  });
});
