import { StorageUnreachableError } from '@stowage/storage-client/errors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../sessions/session.ts';
import { openSqliteState, type State } from '../state/state.ts';
import { restartNeeds } from './restart-needs.ts';

const SESSION = { audience: { server: 'here', mount: '/' } } as Session;
const { signal } = new AbortController();
const online = (uptime: number) => ({ state: 'online', uptime });

let state: State;
beforeEach(() => {
  state = openSqliteState(':memory:');
});
afterEach(() => state.close());

/** The storage server's information about itself; the clock of the state stands still. */
function setUp(servers: () => readonly object[]) {
  const clock = { now: 1_000_000 };
  const admin = { serverInfo: async () => ({ servers: await servers() }) };
  const needs = restartNeeds({
    store: state.restartNeeds,
    storage: { clientsOf: () => ({ admin }) as never },
    now: () => clock.now,
  });
  return { needs, clock, isWaiting: () => needs.isWaiting(SESSION, signal) };
}

describe('what waits for a restart', () => {
  it('is nothing after a change that is in effect, and the server is not asked', async () => {
    const { needs, isWaiting } = setUp(() => expect.unreachable());
    expect(await needs.note(SESSION, { restart: false })).toEqual({ restart: false });
    expect(await isWaiting()).toBe(false);
  });

  it('waits until every server was started after the change, whatever their clocks say', async () => {
    let servers = [online(500), online(900)];
    const { needs, clock, isWaiting } = setUp(() => servers);
    expect(await needs.note(SESSION, { restart: true })).toEqual({ restart: true });
    expect(await isWaiting()).toBe(true);
    clock.now += 60_000;
    servers = [online(5), online(960)];
    expect(await isWaiting()).toBe(true);
    servers = [online(5), online(58)];
    expect(await isWaiting()).toBe(false);
    // It is cached and not requested again.
    servers = [];
    expect(await isWaiting()).toBe(false);
  });

  it('still waits while a server may have been started before the change', async () => {
    // Whole seconds: it has been running for 60.9 of them.
    const { needs, clock, isWaiting } = setUp(() => [online(60)]);
    await needs.note(SESSION, { restart: true });
    clock.now += 60_500;
    expect(await isWaiting()).toBe(true);
  });

  it.each([
    ['one server is away', () => [online(1), { state: 'offline', uptime: 0 }]],
    ['the server does not answer', () => Promise.reject(new StorageUnreachableError(undefined))],
  ])('still waits while %s', async (_, servers) => {
    const { needs, clock, isWaiting } = setUp(servers as never);
    await needs.note(SESSION, { restart: true });
    clock.now += 60_000;
    expect(await isWaiting()).toBe(true);
  });

  it('is in effect after our own restart, but not what was saved meanwhile or when it failed', async () => {
    const { needs, clock, isWaiting } = setUp(() => []);
    await needs.note(SESSION, { restart: true });
    await expect(needs.restart(SESSION, () => Promise.reject(new Error('no')))).rejects.toThrow();
    expect(await isWaiting()).toBe(true);
    await needs.restart(SESSION, async () => {
      clock.now += 1;
    });
    expect(await isWaiting()).toBe(false);
    await needs.restart(SESSION, async () => {
      clock.now += 1;
      await needs.note(SESSION, { restart: true });
    });
    expect(await isWaiting()).toBe(true);
  });
});
