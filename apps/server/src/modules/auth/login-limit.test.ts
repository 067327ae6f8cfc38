import { describe, expect, it } from 'vitest';
import { createLoginLimit } from './login-limit.ts';

function setUp() {
  const clock = { now: 0 };
  return { clock, limit: createLoginLimit(() => clock.now) };
}

describe('the login limit', () => {
  it('stops an address after ten attempts and lets it try again after a minute', () => {
    const { clock, limit } = setUp();
    for (let index = 0; index < 10; index += 1) {
      expect(limit.attempt('10.0.0.1', `user${index}`)).toBe(true);
    }
    expect(limit.attempt('10.0.0.1', 'somebody')).toBe(false);
    expect(limit.attempt('10.0.0.2', 'somebody')).toBe(true);
    clock.now += 60_000;
    expect(limit.attempt('10.0.0.1', 'somebody')).toBe(true);
  });

  it('does not count attempts that were forgiven', () => {
    const { limit } = setUp();
    for (let index = 0; index < 100; index += 1) {
      expect(limit.attempt('10.0.0.1', 'alice')).toBe(true);
      limit.forgive('10.0.0.1', 'alice');
    }
    for (let index = 0; index < 10; index += 1) limit.attempt('10.0.0.1', 'alice');
    expect(limit.attempt('10.0.0.1', 'alice')).toBe(false);
  });

  it('stops tries at one account from many addresses', () => {
    const { limit } = setUp();
    for (let index = 0; index < 30; index += 1) limit.attempt(`10.0.1.${index}`, 'root');
    expect(limit.attempt('10.0.2.1', 'root')).toBe(false);
    expect(limit.attempt('10.0.2.1', 'alice')).toBe(true);
  });

  it('forgets the oldest instead of growing without end', () => {
    const { limit } = setUp();
    for (let index = 0; index < 10; index += 1) limit.attempt('first', `a${index}`);
    expect(limit.attempt('first', 'b')).toBe(false);
    for (let index = 0; index < 10_000; index += 1) limit.attempt(`address${index}`, `c${index}`);
    expect(limit.attempt('first', 'b')).toBe(true);
  });
});
