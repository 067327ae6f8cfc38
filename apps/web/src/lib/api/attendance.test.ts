import { getSession } from '@stowage/contract/auth';
import { UNATTENDED_HEADER } from '@stowage/contract/endpoint';
import { fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aSession } from '#web/testing/factories.ts';
import { fakeServer } from '#web/testing/fake-server.ts';
import { isUnattended, useAttended } from './attendance.ts';
import { call } from './call.ts';
import { lastUse } from './last-use.ts';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

const nobodyFor = (ms: number) => vi.setSystemTime(Date.now() + ms);

it('counts calls as made by a clock a minute after somebody did something', () => {
  fireEvent.keyDown(document.body);
  nobodyFor(50_000);
  expect(isUnattended()).toBe(false);
  nobodyFor(20_000);
  expect(isUnattended()).toBe(true);
  fireEvent.pointerMove(document.body);
  expect(isUnattended()).toBe(false);
});

it('counts them as made for somebody while work runs', () => {
  fireEvent.click(document.body);
  const { rerender, unmount } = renderHook(({ running }) => useAttended(running), {
    initialProps: { running: true },
  });
  nobodyFor(600_000);
  expect(isUnattended()).toBe(false);
  rerender({ running: false });
  expect(isUnattended()).toBe(true);
  rerender({ running: true });
  unmount();
  expect(isUnattended()).toBe(true);
});

it('says so to the server, and notes no use of the session', async () => {
  fireEvent.click(document.body);
  fakeServer({ 'auth.getSession': () => aSession() });
  const sent = vi.spyOn(globalThis, 'fetch');
  const marks = () =>
    sent.mock.calls.map(([, init]) => new Headers(init?.headers).has(UNATTENDED_HEADER));
  await call(getSession, {});
  const used = lastUse();
  nobodyFor(120_000);
  await call(getSession, {});
  expect(lastUse()).toBe(used);
  fireEvent.click(document.body);
  await call(getSession, {});
  expect(lastUse()).toBeGreaterThan(used);
  expect(marks()).toEqual([false, true, false]);
  sent.mockRestore();
});
