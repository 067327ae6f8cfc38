import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestConsole,
  type TestCaller,
  type TestConsole,
} from '../../../testing/test-console.ts';
import type { KnownKey } from './read-keys.ts';
import { readKeys } from './read-keys.ts';
import { reportOf } from './report.ts';

let test: TestConsole;
let root: TestCaller;

const allow = (Action: string, Resource: string) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: [Action], Resource: [`arn:aws:s3:::${Resource}`] }],
});
const WIDE = allow('s3:*', '*');
const NARROW = allow('s3:GetObject', 'photos/*');
const URL = '/api/v1/keys-report';

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
});
afterAll(() => test.close());

describe('the report of keys', () => {
  it('lists every key of everybody with owner, expiry and width, the riskiest first', async () => {
    await test.addUser('wide-user', WIDE);
    await test.addUser('narrow-user', NARROW);
    await test.admin.setUserStatus({ accessKey: 'narrow-user', status: 'disabled' });
    const expiration = `${new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 19)}Z`;
    const wide = await test.admin.addServiceAccount({
      user: 'wide-user',
      name: 'Wide',
      expiration,
    });
    const bound = await test.admin.addServiceAccount({
      user: 'wide-user',
      policy: JSON.stringify(NARROW),
    });
    const ofRoot = await test.admin.addServiceAccount({});
    const { keys, total } = (await root.send({ url: URL })).json();
    expect(total).toBe(6);
    const byKey = new Map(keys.map((key: { accessKey: string }) => [key.accessKey, key]));
    expect(byKey.get(test.target.accessKey)).toMatchObject({ kind: 'root', width: 'grants' });
    expect(byKey.get('wide-user')).toMatchObject({
      kind: 'user',
      width: 'writesAll',
      risks: ['tooWide', 'neverExpires'],
    });
    expect(byKey.get('narrow-user')).toMatchObject({ enabled: false, width: 'some', risks: [] });
    expect(byKey.get(wide.accessKey)).toMatchObject({
      kind: 'serviceAccount',
      owner: 'wide-user',
      name: 'Wide',
      risks: ['tooWide'],
      expiration: expect.stringContaining(expiration.slice(0, 19)),
    });
    expect(byKey.get(bound.accessKey)).toMatchObject({ width: 'some', risks: ['neverExpires'] });
    expect(byKey.get(ofRoot.accessKey)).toMatchObject({
      owner: test.target.accessKey,
      width: 'grants',
    });
    expect(keys.at(-1).accessKey).toBe('narrow-user');
    expect(JSON.stringify(keys)).not.toContain(bound.secretKey);
  });

  it('tells how old a key is and when it was last used', async () => {
    const before = Date.now();
    await test.logIn(await test.addUser('used-user', NARROW));
    const unused = await test.admin.addServiceAccount({ user: 'used-user' });
    const { keys, usageKnown } = (await root.send({ url: URL })).json();
    expect(usageKnown).toBe(true);
    const told = (wanted: string) =>
      keys.find(({ accessKey }: { accessKey: string }) => accessKey === wanted);
    const hour = 3_600_000;
    expect(Date.parse(told('used-user').createdAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(told('used-user').lastUsed) % hour).toBe(0);
    expect(before - Date.parse(told('used-user').lastUsed)).toBeLessThan(hour);
    expect(Date.parse(told(unused.accessKey).createdAt)).toBeGreaterThanOrEqual(before);
    expect(told(unused.accessKey)).not.toHaveProperty('lastUsed');
  });

  it('counts what groups give', async () => {
    const group = 'report-group';
    await test.addUser('member-of-group', NARROW);
    await test.admin.addToGroup({ group, members: ['member-of-group'] });
    await test.admin.setPolicyForGroup({ group, policies: ['readwrite'] });
    const widthOf = async () => {
      const { keys } = (await root.send({ url: URL })).json();
      return keys.find((key: { accessKey: string }) => key.accessKey === 'member-of-group').width;
    };
    expect(await widthOf()).toBe('writesAll');
    await test.admin.setGroupStatus({ group, status: 'disabled' });
    expect(await widthOf()).toBe('some');
  });

  it('takes the keys of a disabled user for disabled ones', async () => {
    await test.addUser('user-gone', WIDE);
    const { accessKey } = await test.admin.addServiceAccount({ user: 'user-gone' });
    await test.admin.setUserStatus({ accessKey: 'user-gone', status: 'disabled' });
    const { keys } = (await root.send({ url: URL })).json();
    const told = keys.find((key: { accessKey: string }) => key.accessKey === accessKey);
    expect(told).toMatchObject({ enabled: false, risks: [] });
  });

  it('goes on where a key or a group is deleted while it is made', async () => {
    const { admin } = test;
    const signal = new AbortController().signal;
    await test.addUser('owner-of-gone', WIDE);
    const user = 'owner-of-gone';
    const gone = await admin.addServiceAccount({ user, policy: JSON.stringify(NARROW) });
    const stays = await admin.addServiceAccount({ user, policy: JSON.stringify(NARROW) });
    await admin.addToGroup({ group: 'gone-group', members: [] });
    await admin.setPolicyForGroup({ group: 'gone-group', policies: ['readwrite'] });
    const told = await readKeys(
      {
        ...admin,
        async listPolicyMappings(call) {
          const mappings = await admin.listPolicyMappings(call);
          await admin.removeGroup({ group: 'gone-group' });
          return mappings;
        },
        async listAllServiceAccounts(call) {
          const listed = await admin.listAllServiceAccounts(call);
          await admin.deleteServiceAccount({ accessKey: gone.accessKey });
          return listed;
        },
      },
      signal,
    );
    const names = told.map(({ accessKey }) => accessKey);
    expect(names).toContain(stays.accessKey);
    expect(names).not.toContain(gone.accessKey);
  });

  it('is for those who may list users', async () => {
    const reader = await test.logIn(await test.addUser('report-reader', WIDE));
    const refused = await reader.send({ url: URL });
    expect(refused.json()).toMatchObject({ errorCode: 'AccessDenied' });
  });
});

describe('the reading of keys', () => {
  it('asks little of 10,000 users, and no more at once than it should', async () => {
    const names = Array.from({ length: 10_000 }, (_, n) => `u${n}`);
    let running = 0;
    let most = 0;
    const calls: string[] = [];
    const counted =
      <Result>(call: string, result: Result) =>
      async () => {
        calls.push(call);
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
        return result;
      };
    const account = (parent: string, accessKey: string, impliedPolicy: boolean) => ({
      accessKey,
      parent,
      name: '',
      description: '',
      enabled: true,
      impliedPolicy,
    });
    const keys = await readKeys(
      {
        listUsers: counted(
          'users',
          names.map((accessKey) => ({
            accessKey,
            status: 'enabled' as const,
            policies: ['readwrite'],
            memberOf: [],
          })),
        ),
        listAllAccounts: counted('names', [...names, 'root']),
        listAllServiceAccounts: counted(
          'keys',
          Object.fromEntries(names.map((name) => [name, [account('', `${name}-key`, false)]])),
        ),
        listServiceAccounts: async ({ user = '' } = {}) =>
          counted('of-user', [account(user, `${user}-key`, false)])(),
        listCannedPolicies: counted('policies', { readwrite: WIDE }),
        listPolicyMappings: counted('mappings', []),
        getGroup: counted('group', { status: 'enabled', members: [], policies: [] }),
        getServiceAccount: async ({ accessKey }) =>
          counted('key', {
            ...account('u', accessKey, false),
            policy: JSON.stringify(NARROW),
            inheritedPolicies: 0,
          })(),
      },
      new AbortController().signal,
    );
    expect(keys).toHaveLength(20_001);
    expect(most).toBeLessThanOrEqual(10);
    expect(calls.filter((call) => call === 'of-user')).toHaveLength(10_000);
    expect(calls.filter((call) => call === 'key')).toHaveLength(2_000);
    expect(keys.filter(({ atMost }) => atMost)).toHaveLength(8_000);
  });
});

describe('what speaks against a key', () => {
  const now = Date.parse('2026-06-01T00:00:00Z');
  const key = (parts: Partial<KnownKey>): KnownKey => ({
    accessKey: 'k',
    kind: 'user',
    owner: 'k',
    name: '',
    enabled: true,
    width: 'some',
    atMost: false,
    ...parts,
  });
  const used = key({ accessKey: 'used', lastUsed: '2026-05-31T00:00:00Z' });
  const risks = (one: KnownKey, others = [used]) =>
    reportOf([one, ...others], now).keys.find(({ accessKey }) => accessKey === 'k')?.risks;

  it.each([
    [
      'that was not used for 90 days',
      { lastUsed: '2026-01-01T00:00:00Z' },
      ['unused', 'neverExpires'],
    ],
    [
      'that is old and was never used',
      { createdAt: '2026-01-01T00:00:00Z' },
      ['unused', 'neverExpires'],
    ],
    ['that is new', { createdAt: '2026-05-30T00:00:00Z' }, ['neverExpires']],
    ['that expires', { expiration: '2026-07-01T00:00:00Z' }, []],
    ['that has expired', { expiration: '2026-05-01T00:00:00Z', width: 'grants' as const }, []],
    ['that is disabled', { enabled: false, width: 'grants' as const }, []],
    ['that grants', { width: 'grants' as const }, ['tooWide', 'neverExpires']],
  ])('is said of one %s', (_, parts, expected) => {
    expect(risks(key(parts))).toEqual(expected);
  });

  it('is not that it is unused where the server does not tell', () => {
    expect(risks(key({ createdAt: '2020-01-01T00:00:00Z' }), [])).toEqual(['neverExpires']);
  });
});
