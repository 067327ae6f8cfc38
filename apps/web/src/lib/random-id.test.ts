import { expect, it, vi } from 'vitest';
import { randomId } from './random-id.ts';

it('makes ids that differ, also without crypto.randomUUID', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const ids = Array.from({ length: 100 }, randomId);
  expect(new Set(ids).size).toBe(100);
  expect(ids[0]).toMatch(/^[0-9a-f]{32}$/);
});
