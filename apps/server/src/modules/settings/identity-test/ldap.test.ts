import {
  BASE,
  dnOf,
  groupDn,
  hasTls,
  slapdProgram,
  startDirectory,
  type TestDirectory,
} from '@stowage/directory/testing/slapd';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testLdap } from './ldap.ts';

it.each([
  ['connection', {}],
  ['users', { user_dn_search_base_dn: 'people' }],
  ['filters', { user_dn_search_filter: '(uid=*)' }],
])('says of wrong settings of %s only that, for nothing was tried', async (step, change) => {
  const right = {
    ...{ server_addr: '127.0.0.1:1', lookup_bind_dn: 'cn=lookup,dc=x' },
    ...{ user_dn_search_base_dn: 'dc=x', user_dn_search_filter: '(uid=%s)' },
  };
  const values = step === 'connection' ? {} : { ...right, ...change };
  const steps = await testLdap({ values, callback: '', loginName: 'a', refuses: () => false });
  expect(steps).toEqual([expect.objectContaining({ step, failure: 'setting-wrong' })]);
});

describe.skipIf(slapdProgram === undefined)('the test of a directory', () => {
  let directory: TestDirectory;
  beforeAll(async () => {
    directory = await startDirectory();
  }, 60_000);
  afterAll(() => directory.server.remove());

  async function tried(change: Record<string, string>, loginName = '', refused = '') {
    const steps = await testLdap({
      values: directory.config(change),
      callback: '',
      loginName,
      refuses: (address) => address === refused,
    });
    return steps.map(({ step, failure, state }) => `${step}: ${failure ?? state}`);
  }
  const passed = ['connection', 'lookup', 'users', 'groups', 'filters'].map(
    (step) => `${step}: passed`,
  );

  it('passes up to the filters, and leaves out groups that are not looked for', async () => {
    expect(await tried({})).toEqual(passed);
    const none = { group_search_base_dn: '', group_search_filter: '' };
    expect(await tried(none)).toEqual(passed.filter((step) => !step.startsWith('groups')));
  });

  it('tells whom the filters find, with their groups', async () => {
    const steps = await testLdap({
      ...{ values: directory.config(), callback: '', loginName: 'jürgen' },
      refuses: () => false,
    });
    expect(steps.slice(-2)).toEqual([
      { step: 'user', state: 'passed', found: dnOf('jürgen') },
      {
        ...{ step: 'memberships', state: 'passed' },
        found: [groupDn('Käufer, Süd'), groupDn('ops')].join('; '),
      },
    ]);
    expect((await tried({}, 'nobody')).at(-1)).toBe('user: user-missing');
    expect((await tried({}, 'twin')).at(-1)).toBe('user: user-ambiguous');
  });

  it.each<[string, Record<string, string>]>([
    ['connection: setting-wrong', { server_addr: '' }],
    ['connection: refused', { server_addr: '127.0.0.1:1' }],
    ['connection: name-not-found', { server_addr: 'ldap.invalid:389' }],
    ['connection: tls', { server_insecure: 'off' }],
    ['lookup: bind-refused', { lookup_bind_password: 'wrong' }],
    ['users: base-missing', { user_dn_search_base_dn: `ou=none,${BASE}` }],
    ['users: setting-wrong', { user_dn_search_base_dn: 'people' }],
    ['groups: base-missing', { group_search_base_dn: `ou=none,${BASE}` }],
    ['filters: setting-wrong', { user_dn_search_filter: '(uid=*)' }],
    ['filters: filter-invalid', { user_dn_search_filter: '(&(uid=%s)(oops))' }],
  ])('says %s', async (last, change) => {
    expect((await tried(change)).at(-1)).toBe(last);
  });

  it.skipIf(!hasTls)('says that the certificate is not trusted', async () => {
    expect(await tried({ server_starttls: 'on' })).toEqual(['connection: certificate']);
  });

  it('connects to no address that is refused', async () => {
    expect(await tried({}, '', '127.0.0.1')).toEqual(['connection: not-allowed']);
  });

  it('tells no password', async () => {
    const said = JSON.stringify(
      await testLdap({
        values: directory.config({ lookup_bind_password: 'a-wrong-password' }),
        callback: '',
        refuses: () => false,
      }),
    );
    expect(said).not.toContain('a-wrong-password');
  });
});
