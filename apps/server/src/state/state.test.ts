import type { SecurityEventName } from '@stowage/contract/security-log';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StateDatabases } from '../testing/test-states.ts';
import type { State } from './state.ts';

const databases = new StateDatabases();
afterAll(() => databases.remove());

const MINUTE = 60_000;
const row = (key: string, expiresAt: number, usedAt = 1) => ({
  ...{ key, owner: 'owner', sealed: Buffer.from([0, 255, 7]), revision: 0 },
  ...{ createdAt: 1_700_000_000_000, usedAt, expiresAt },
});

for (const { name, isThere, open } of databases.kinds) {
  describe.skipIf(!isThere)(`state in ${name}`, () => {
    let state: State;
    beforeEach(async () => {
      state = await open();
    });
    afterEach(() => state.close());

    it('gives a session back as it was kept', async () => {
      await state.sessions.insert(row('a', 5));
      const found = await state.sessions.find('a');
      expect({ ...found, sealed: [...(found?.sealed ?? [])] }).toEqual({
        ...row('a', 5),
        sealed: [0, 255, 7],
      });
      expect(await state.sessions.find('b')).toBeUndefined();
    });

    it('notes uses, and lists the sessions of an account by them', async () => {
      await state.sessions.insert(row('a', 5, 1));
      await state.sessions.insert(row('b', 5, 2));
      await state.sessions.insert({ ...row('c', 5, 9), owner: 'somebody else' });
      await state.sessions.touch('a', 3, 8);
      const listed = await state.sessions.ofOwner('owner');
      expect(listed.map(({ key, usedAt, expiresAt }) => [key, usedAt, expiresAt])).toEqual([
        ['a', 3, 8],
        ['b', 2, 5],
      ]);
    });

    it('lists the open sessions of all accounts, the one used last first', async () => {
      await state.sessions.insert(row('a', 5, 1));
      await state.sessions.insert({ ...row('b', 9, 2), owner: 'somebody else' });
      await state.sessions.insert(row('c', 9, 3));
      const keys = async (now: number, limit: number) =>
        (await state.sessions.open(now, limit)).map(({ key }) => key);
      expect(await keys(4, 10)).toEqual(['c', 'b', 'a']);
      expect(await keys(5, 10)).toEqual(['c', 'b']);
      expect(await keys(4, 1)).toEqual(['c']);
    });

    it('tells which of some sessions are open, however many are asked for', async () => {
      await state.sessions.insert(row('a', 5));
      await state.sessions.insert(row('b', 9));
      const keys = ['a', 'b', ...Array.from({ length: 2000 }, (_, index) => `none-${index}`)];
      expect([...(await state.sessions.openOf(keys, 4))].toSorted()).toEqual(['a', 'b']);
      expect([...(await state.sessions.openOf(keys, 5))]).toEqual(['b']);
      expect([...(await state.sessions.openOf([], 5))]).toEqual([]);
    });

    it('lets one of two renewals win', async () => {
      await state.sessions.insert(row('a', 5));
      const renew = () => state.sessions.reseal('a', 0, Buffer.from('new'));
      expect((await Promise.all([renew(), renew()])).toSorted()).toEqual([false, true]);
      expect((await state.sessions.find('a'))?.revision).toBe(1);
    });

    it('deletes a session once', async () => {
      await state.sessions.insert(row('a', 5));
      const remove = () => state.sessions.delete('a');
      expect((await Promise.all([remove(), remove()])).toSorted()).toEqual([false, true]);
    });

    it('gives each session that is over to one of those who sweep', async () => {
      for (let index = 0; index < 20; index += 1) {
        await state.sessions.insert(row(`s${index}`, index));
      }
      const taken = await Promise.all([1, 2, 3].map(() => state.sessions.takeExpired(9, 100)));
      const keys = taken.flat().map(({ key }) => key);
      expect(keys.toSorted()).toEqual(Array.from({ length: 10 }, (_, index) => `s${index}`));
      expect(await state.sessions.takeExpired(19, 4)).toHaveLength(4);
    });

    it('keeps security events in their order, and of each kind so many', async () => {
      const event = (account: string, at: number) =>
        ({ event: 'login.failed', account, at, address: '192.0.2.1', reason: '' }) as const;
      const { securityEvents } = state;
      await securityEvents.append({ ...event('old', 1) });
      await securityEvents.append({ ...event('kept', 10), event: 'logout' });
      for (const account of ['a', 'b', 'c']) await securityEvents.append(event(account, 10));
      expect(await securityEvents.latest(2)).toEqual([event('c', 10), event('b', 10)]);
      await securityEvents.prune(5, 2);
      const left = await securityEvents.latest(10);
      expect(left.map(({ account }) => account)).toEqual(['c', 'b', 'kept']);
    });

    it('finds security events by account and kind, page by page, and none of other servers or newer consoles', async () => {
      const { securityEvents } = state;
      const failed = { event: 'login.failed', at: 10, address: '', reason: '' } as const;
      for (const account of ['Ann', 'bob', 'ann_b', 'annXb']) {
        await securityEvents.append({ ...failed, account }, 'here');
      }
      await securityEvents.append({ ...failed, account: 'ann', event: 'logout' }, 'here');
      await securityEvents.append({ ...failed, account: 'ann' }, 'elsewhere');
      const newer = 'key.flown' as SecurityEventName;
      await securityEvents.append({ ...failed, account: 'ann', event: newer }, 'here');
      const find = async (search: object) => {
        const found = await securityEvents.search({ server: 'here', limit: 10, ...search });
        return found.map(({ account }) => account);
      };
      expect(await find({ account: 'ANN' })).toEqual(['ann', 'annXb', 'ann_b', 'Ann']);
      expect(await find({ account: 'n_b' })).toEqual(['ann_b']);
      expect(await find({ account: '%' })).toEqual([]);
      expect(await find({ event: 'logout' })).toEqual(['ann']);
      const [, second] = await securityEvents.search({ server: 'here', limit: 2 });
      expect(await find({ before: second?.id, limit: 2 })).toEqual(['ann_b', 'bob']);
    });

    it('gives a lease to one of many, and to the next when it is released', async () => {
      const { leases } = state;
      const take = (holder: string) => leases.take('turn', holder, MINUTE);
      const taken = await Promise.all(['a', 'b', 'c', 'd'].map(take));
      expect(taken.filter((mine) => mine)).toHaveLength(1);
      const winner = ['a', 'b', 'c', 'd'][taken.indexOf(true)] ?? '';
      expect(await take(winner)).toBe(true);
      expect(await leases.take('another', 'x', MINUTE)).toBe(true);
      await leases.release('turn', 'somebody else');
      expect(await take('e')).toBe(false);
      await leases.release('turn', winner);
      expect(await take('e')).toBe(true);
    });

    it('ends a lease after its time, and tells its former holder', async () => {
      const { leases } = state;
      await leases.take('turn', 'killed', 1);
      await leases.take('held', 'alive', MINUTE);
      await expect.poll(() => leases.take('turn', 'next', MINUTE)).toBe(true);
      expect(await leases.renew('turn', 'killed', MINUTE)).toBe(false);
      expect(await leases.renew('turn', 'next', 1)).toBe(true);
      await expect
        .poll(async () => {
          await leases.prune();
          return leases.renew('turn', 'next', 1);
        })
        .toBe(false);
      expect(await leases.renew('held', 'alive', MINUTE)).toBe(true);
    });

    it('holds nobody up by what is from before the clock was set back', async () => {
      const { leases, jobs, loginCounts } = state;
      // A lease ending in an hour stands for one-minute leases taken an hour ahead of now.
      await leases.take('turn', 'before', 60 * MINUTE);
      expect(await leases.take('turn', 'now', MINUTE)).toBe(true);
      expect(await leases.take('turn', 'another', MINUTE)).toBe(false);
      const texts = { owner: 'o', session: 's', request: '{}', summary: '{}', progress: '{}' };
      await jobs.insert({ id: 'job', ...texts }, 10);
      await jobs.claim('before', 60 * MINUTE, 1);
      expect(await jobs.claim('now', MINUTE, 1)).toMatchObject({ id: 'job' });
      expect(await jobs.claim('another', MINUTE, 1)).toBeUndefined();
      expect(await jobs.hold('job', 'before', MINUTE, '{}')).toBeUndefined();
      await loginCounts.add('key', 60 * MINUTE, MINUTE);
      expect(await loginCounts.add('key', 1000, MINUTE)).toBe(0);
      await loginCounts.nextTurn('key', 60 * MINUTE, 5, 15);
      expect(await loginCounts.nextTurn('key', 1000, 5, 15)).toBe(5);
    });

    it('counts attempts that come together, each once', async () => {
      const { loginCounts } = state;
      const counts = await Promise.all(
        Array.from({ length: 10 }, () => loginCounts.add('key', 1000, MINUTE)),
      );
      expect(counts.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      await loginCounts.takeBack('key', 1000);
      expect(await loginCounts.add('key', 1000 + MINUTE - 1, MINUTE)).toBe(9);
      expect(await loginCounts.add('key', 1000 + MINUTE, MINUTE)).toBe(0);
      expect(await loginCounts.add('another', 1000, MINUTE)).toBe(0);
    });

    it('gives turns at a distance, and none that is too far away', async () => {
      const { loginCounts } = state;
      const turns = await Promise.all(
        Array.from({ length: 4 }, () => loginCounts.nextTurn('key', 100, 5, 15)),
      );
      expect(new Set(turns)).toEqual(new Set([5, 10, 15, undefined]));
      expect(await loginCounts.nextTurn('key', 110, 5, 15)).toBe(10);
      expect(await loginCounts.nextTurn('key', 1000, 5, 15)).toBe(5);
    });

    it('forgets counts that have passed and, of too many, those that pass next', async () => {
      const { loginCounts } = state;
      await loginCounts.remember('long', 1_000_000);
      for (let index = 0; index < 5; index += 1) await loginCounts.add(`k${index}`, index, 1000);
      await loginCounts.prune(1000, 3);
      expect(await loginCounts.add('k1', 900, 1000)).toBe(0);
      expect(await loginCounts.add('k4', 900, 1000)).toBe(1);
      expect(await loginCounts.isRemembered('long', 999_999)).toBe(true);
      expect(await loginCounts.isRemembered('long', 1_000_000)).toBe(false);
      expect(await loginCounts.isRemembered('k4', 900)).toBe(false);
    });

    it('keeps which server waits for a restart, until it has started after the latest change', async () => {
      const { restartNeeds } = state;
      expect(await restartNeeds.notedAt('here')).toBeUndefined();
      const later = 1_700_000_000_000;
      await restartNeeds.note('here', later);
      await restartNeeds.note('here', 5);
      await restartNeeds.note('there', 5);
      await restartNeeds.clear('here', later - 1);
      expect(await restartNeeds.notedAt('here')).toBe(later);
      await restartNeeds.clear('here', later);
      expect(await restartNeeds.notedAt('here')).toBeUndefined();
      expect(await restartNeeds.notedAt('there')).toBe(5);
    });
  });
}
