import { describe, expect, it } from 'vitest';
import { createLoginLimit } from './login-limit.ts';

function setUp() {
  const clock = { now: 0 };
  return { clock, limit: createLoginLimit(() => clock.now) };
}

describe('the login limit', () => {
  it('stops an address after ten failures and lets it try again after a minute', () => {
    const { clock, limit } = setUp();
    for (let index = 0; index < 10; index += 1) {
      expect(limit.allows('10.0.0.1', `user${index}`)).toBe(true);
      limit.failed('10.0.0.1', `user${index}`);
    }
    expect(limit.allows('10.0.0.1', 'somebody')).toBe(false);
    expect(limit.allows('10.0.0.2', 'somebody')).toBe(true);
    clock.now += 60_000;
    expect(limit.allows('10.0.0.1', 'somebody')).toBe(true);
  });

  it('stops tries at one account from many addresses', () => {
    const { limit } = setUp();
    for (let index = 0; index < 30; index += 1) limit.failed(`10.0.1.${index}`, 'root');
    expect(limit.allows('10.0.2.1', 'root')).toBe(false);
    expect(limit.allows('10.0.2.1', 'alice')).toBe(true);
  });

  it('forgets the oldest instead of growing without end', () => {
    const { limit } = setUp();
    for (let index = 0; index < 10; index += 1) limit.failed('first', 'a');
    expect(limit.allows('first', 'a')).toBe(false);
    for (let index = 0; index < 10_000; index += 1) limit.failed(`address${index}`, 'b');
    expect(limit.allows('first', 'a')).toBe(true);
  });
});
