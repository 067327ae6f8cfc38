import { expect, it, vi } from 'vitest';
import type { StoredSession } from '../state/session-store.ts';
import type { SealedSession } from './sealed-session.ts';
import { createTouch } from './touch.ts';

const MINUTE = 60_000;
const stored = { key: 'k', createdAt: 0, usedAt: 100 * MINUTE } as StoredSession;
const held = {} as SealedSession;

function setUp(now: number) {
  const touch = vi.fn(async (_key: string, _usedAt: number, _expiresAt: number) => undefined);
  const failures: unknown[] = [];
  const note = createTouch({
    store: { touch },
    now: () => now,
    expiryOf: (_held, createdAt, usedAt) => createdAt + usedAt + 1,
    onTouchFailure: (error) => failures.push(error),
  });
  return { touch, failures, note };
}

it.each([
  [stored.usedAt + MINUTE, false],
  [stored.usedAt + MINUTE + 1, true],
  [stored.usedAt - MINUTE, false],
  [stored.usedAt - 60 * MINUTE, true],
])('notes a use at %i, once a minute, also after the clock was set back', async (now, isNoted) => {
  const { touch, note } = setUp(now);
  await note(stored, held);
  expect(touch.mock.calls).toEqual(isNoted ? [['k', now, now + 1]] : []);
});

it('keeps nobody out where a use cannot be noted, as on a full disk, and tells that once', async () => {
  const { touch, failures, note } = setUp(stored.usedAt + 2 * MINUTE);
  const full = new Error('the disk is full');
  touch.mockRejectedValue(full);
  for (let times = 0; times < 3; times += 1) await note(stored, held);
  expect(failures).toEqual([full]);
  expect(touch).toHaveBeenCalledTimes(1);
});
