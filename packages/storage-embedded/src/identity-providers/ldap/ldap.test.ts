import {
  BASE,
  dnOf,
  groupDn,
  LOOKUP,
  PASSWORD,
  PEOPLE,
  slapdProgram,
  startDirectory,
  type TestDirectory,
} from '@stowage/directory/testing/slapd';
import type { Credentials } from '@stowage/storage-wire/sigv4';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  addPolicy,
  addUser,
  adminCaller,
  errorOf,
  openSealed,
  ROOT,
  seal,
  startTestStorage,
  type TestStorage,
  xmlAt,
} from '../../testing/test-storage.ts';

/** Credentials issued by STS. */
type Given = Credentials & { readonly sessionToken: string };

const ALICE = dnOf('alice');
const JUERGEN = dnOf('jürgen');
const OPS = groupDn('ops');

// Each change is sealed with a key that is slow to derive.
describe.skipIf(slapdProgram === undefined)('users of a directory', { timeout: 60_000 }, () => {
  let directory: TestDirectory;
  let storage: TestStorage;
  beforeAll(async () => {
    [directory, storage] = await Promise.all([startDirectory(), startTestStorage()]);
    await storage.call({ method: 'PUT', path: '/bucket' });
    await storage.call({ method: 'PUT', path: '/bucket/key', body: 'content' });
    expect((await configure()).status).toBe(200);
    await restart();
    await associate('attach', { user: ALICE }, 'readonly');
    await associate('attach', { user: '山田' }, 'readwrite');
  }, 60_000);
  afterAll(async () => {
    await storage.close();
    await directory.server.remove();
  });

  const admin = adminCaller(() => storage);
  const restart = () => admin('POST', 'service?action=restart');
  const configure = async (change: Record<string, string> = {}) =>
    admin('PUT', 'set-config-kv', await seal(`identity_ldap ${directory.configText(change)}`));
  const form = (fields: Record<string, string>) =>
    storage.call({
      method: 'POST',
      path: '/',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        ...{ Action: 'AssumeRoleWithLDAPIdentity', Version: '2011-06-15' },
        ...fields,
      }).toString(),
      as: 'anonymous',
    });
  const login = (name: string, password = PASSWORD, more: Record<string, string> = {}) =>
    form({ LDAPUsername: name, LDAPPassword: password, ...more });
  const stsError = (answer: Answer) => `${answer.status} ${xmlAt(answer, 'Error', 'Code')}`;
  const credentialsOf = (answer: Answer): Given => {
    const at = (name: string) =>
      xmlAt(answer, 'AssumeRoleWithLDAPIdentityResult', 'Credentials', name) ?? '';
    return {
      accessKey: at('AccessKeyId'),
      secretKey: at('SecretAccessKey'),
      sessionToken: at('SessionToken'),
    };
  };
  const associate = async (verb: 'attach' | 'detach', entity: object, ...policies: string[]) =>
    admin('POST', `idp/ldap/policy/${verb}`, await seal({ ...entity, policies }));
  const entities = async (query = '') =>
    openSealed(await admin('GET', `idp/ldap/policy-entities${query}`));
  const read = (as: Credentials) => storage.call({ path: '/bucket/key', as });
  const write = (as: Credentials) =>
    storage.call({ method: 'PUT', path: '/bucket/new', body: 'x', as });

  describe('log in', () => {
    it('and may what their own policies allow, whatever their names are', async () => {
      const alice = credentialsOf(await login('alice'));
      expect((await read(alice)).text).toBe('content');
      expect(errorOf(await write(alice))).toBe('403 AccessDenied');
      expect((await write(credentialsOf(await login('山田')))).status).toBe(200);
    });

    it('and may what the policies of their groups allow, from when they are attached', async () => {
      expect(stsError(await login('jürgen'))).toBe('403 AccessDenied');
      await associate('attach', { group: groupDn('Käufer, Süd') }, 'writeonly');
      const juergen = credentialsOf(await login('jürgen'));
      expect((await write(juergen)).status).toBe(200);
      expect(errorOf(await read(juergen))).toBe('403 AccessDenied');
      await associate('attach', { group: OPS }, 'readonly');
      expect((await read(juergen)).status).toBe(200);
      await associate('detach', { group: OPS }, 'readonly');
      await associate('detach', { group: groupDn('Käufer, Süd') }, 'writeonly');
      expect(errorOf(await read(juergen))).toBe('403 AccessDenied');
    });

    it.each([
      ['a wrong password', 'alice', 'wrong', '403 AccessDenied'],
      ['a name nobody has', 'nobody', PASSWORD, '403 AccessDenied'],
      ['a filter for a name', '*', PASSWORD, '403 AccessDenied'],
      ['a name that two have', 'twin', PASSWORD, '403 AccessDenied'],
      ['no password', 'alice', '', '400 MissingParameter'],
      ['no name', '', PASSWORD, '400 MissingParameter'],
    ])('but not with %s', async (_, name, password, error) => {
      expect(stsError(await login(name, password))).toBe(error);
    });

    it.each(['alice', 'nobody'])('and %s is refused no sooner than anybody', async (name) => {
      const begun = performance.now();
      await login(name, 'wrong');
      expect(performance.now() - begun).toBeGreaterThan(490);
    });

    it('for as long as they ask for, bound as they ask for', async () => {
      expect(stsError(await login('alice', PASSWORD, { DurationSeconds: '899' }))).toBe(
        '400 InvalidParameterValue',
      );
      const answer = await login('alice', PASSWORD, {
        DurationSeconds: '900',
        Policy: JSON.stringify({
          Version: '2012-10-17',
          Statement: [
            {
              Effect: 'Allow',
              Action: ['s3:GetBucketLocation'],
              Resource: ['arn:aws:s3:::bucket'],
            },
          ],
        }),
      });
      const path = ['AssumeRoleWithLDAPIdentityResult', 'Credentials', 'Expiration'];
      const seconds = (Date.parse(xmlAt(answer, ...path) ?? '') - Date.now()) / 1000;
      expect(seconds).toBeGreaterThan(800);
      expect(seconds).toBeLessThanOrEqual(900);
      const given = credentialsOf(answer);
      expect(errorOf(await read(given))).toBe('403 AccessDenied');
      expect((await storage.call({ path: '/bucket?location', as: given })).status).toBe(200);
    });

    it('and policies may ask for the name they log in with', async () => {
      await addPolicy(storage, 'home', [
        {
          ...{ Effect: 'Allow', Action: ['s3:PutObject'] },
          Resource: ['arn:aws:s3:::bucket/\u0024{ldap:username}/*'],
        },
      ]);
      await associate('attach', { user: ALICE }, 'home');
      const alice = credentialsOf(await login('alice'));
      const put = (path: string) => storage.call({ method: 'PUT', path, body: 'x', as: alice });
      expect((await put('/bucket/alice/x')).status).toBe(200);
      expect(errorOf(await put('/bucket/other/x'))).toBe('403 AccessDenied');
      // The directory accepts other spellings of a name, which must not evade a policy.
      const shouting = credentialsOf(await login('ALICE'));
      const as = { method: 'PUT', body: 'x', as: shouting };
      expect((await storage.call({ ...as, path: '/bucket/alice/y' })).status).toBe(200);
      expect(errorOf(await storage.call({ ...as, path: '/bucket/ALICE/y' }))).toBe(
        '403 AccessDenied',
      );
      await associate('detach', { user: ALICE }, 'home');
    });

    it('and stay logged in over a restart, until a policy or LDAP itself is gone', async () => {
      const alice = credentialsOf(await login('alice'));
      await storage.restart();
      expect((await read(alice)).status).toBe(200);
      await admin('DELETE', 'idp-config/ldap/_');
      await restart();
      expect(errorOf(await read(alice))).toBe('403 InvalidTokenId');
      expect(stsError(await login('alice'))).toBe('400 InvalidParameterValue');
      expect(errorOf(await admin('GET', 'idp/ldap/policy-entities'))).toBe(
        '501 XMinioLDAPNotEnabled',
      );
      await configure();
      await restart();
      expect((await read(alice)).status).toBe(200);
    });

    it('and leave no password in the log', async () => {
      await login('alice');
      await login('alice', 'wrong-password-of-alice');
      const said = storage.messages.join('\n');
      for (const secret of [PASSWORD, 'wrong-password-of-alice', LOOKUP.password]) {
        expect(said).not.toContain(secret);
      }
    });
  });

  describe('make service accounts', () => {
    it('which may what they may, and are listed under their DN', async () => {
      const alice = credentialsOf(await login('alice'));
      const made = await storage.call({
        method: 'PUT',
        path: '/minio/admin/v3/idp/ldap/add-service-account',
        body: await seal({ accessKey: 'of-alice', secretKey: 'secret-of-alice' }, alice),
        as: alice,
      });
      expect(made.status).toBe(200);
      const key = { accessKey: 'of-alice', secretKey: 'secret-of-alice' };
      expect((await read(key)).status).toBe(200);
      expect(errorOf(await write(key))).toBe('403 AccessDenied');
      const named = `userDNs=${encodeURIComponent(ALICE)}`;
      const list = `idp/ldap/list-access-keys-bulk?listType=svcacc-only&${named}`;
      expect(await openSealed(await admin('GET', list))).toMatchObject({
        [ALICE]: { serviceAccounts: [{ accessKey: 'of-alice', parentUser: ALICE }] },
      });
      const one = `idp/ldap/list-access-keys?listType=&userDN=${encodeURIComponent(ALICE)}`;
      expect(await openSealed(await admin('GET', one))).toMatchObject({
        serviceAccounts: [{ accessKey: 'of-alice' }],
      });
      expect(
        await openSealed(await admin('GET', 'info-access-key?accessKey=of-alice')),
      ).toMatchObject({
        parentUser: ALICE,
        userProvider: 'ldap',
        ldapSpecificInfo: { username: 'alice' },
      });
      await admin('DELETE', 'delete-service-account?accessKey=of-alice');
    });

    it('which a user of the store of the same name does not see', async () => {
      const namesake = { accessKey: 'alice', secretKey: 'secret-of-namesake' };
      await addUser(storage, namesake, 'readonly');
      const lists = [
        'idp/ldap/list-access-keys?listType=',
        'idp/ldap/list-access-keys?listType=&userDN=alice',
        'idp/ldap/list-access-keys-bulk?listType=all',
        'idp/ldap/list-access-keys-bulk?listType=all&userDNs=alice',
      ];
      const answers = await Promise.all(
        lists.map((list) => storage.call({ path: `/minio/admin/v3/${list}`, as: namesake })),
      );
      expect(answers.map(({ status }) => status)).toEqual([404, 403, 200, 403]);
      const [, , own] = answers;
      expect(own && (await openSealed(own, namesake.secretKey))).toEqual({});
    });

    it('and administrators make them for a login name, which needs a policy', async () => {
      const add = async (targetUser: string) =>
        admin('PUT', 'idp/ldap/add-service-account', await seal({ targetUser }));
      expect(errorOf(await add('jürgen'))).toBe('404 XMinioAdminNoSuchUser');
      expect(errorOf(await add('nobody'))).toBe('404 XMinioAdminNoSuchUser');
      expect(errorOf(await add(JUERGEN))).toBe('400 XMinioLDAPExpectedLoginName');
      await associate('attach', { user: JUERGEN }, 'readonly');
      const answer = (await openSealed(await add('jürgen'))) as { credentials: Credentials };
      expect((await read(answer.credentials)).status).toBe(200);
      await associate('detach', { user: JUERGEN }, 'readonly');
      expect(errorOf(await read(answer.credentials))).toBe('403 AccessDenied');
    });
  });

  describe('and groups have policies', () => {
    it('by DN, in whatever way it is written, listed by user, group and policy', async () => {
      const written = `UID=alice , OU=people,${BASE}`;
      const attached = await associate('attach', { user: written }, 'readonly', 'diagnostics');
      expect(await openSealed(attached)).toMatchObject({
        policiesAttached: ['diagnostics'],
      });
      await associate('attach', { group: OPS }, 'writeonly');
      expect(await entities(`?user=${encodeURIComponent(written)}`)).toMatchObject({
        userMappings: [
          {
            user: ALICE,
            policies: ['diagnostics', 'readonly'],
            memberOfMappings: [{ group: OPS, policies: ['writeonly'] }],
          },
        ],
      });
      expect(await entities(`?group=${encodeURIComponent(OPS)}`)).toMatchObject({
        groupMappings: [{ group: OPS, policies: ['writeonly'] }],
      });
      expect(await entities('?policy=diagnostics')).toMatchObject({
        policyMappings: [{ policy: 'diagnostics', users: [ALICE], groups: [] }],
      });
      expect(errorOf(await admin('DELETE', 'remove-canned-policy?name=diagnostics'))).toMatch(
        /^400/,
      );
      await associate('detach', { group: OPS }, 'writeonly');
      await associate('detach', { user: ALICE }, 'diagnostics');
    });

    it.each<[string, object, string[], string]>([
      ['nobody', { user: `uid=none,${PEOPLE}` }, ['readonly'], '404 XMinioAdminNoSuchUser'],
      ['who is outside', { user: LOOKUP.dn }, ['readonly'], '404 XMinioAdminNoSuchUser'],
      ['no group', { group: ALICE }, ['readonly'], '404 XMinioAdminNoSuchGroup'],
      ['both', { user: ALICE, group: OPS }, ['readonly'], '400 XMinioAdminInvalidArgument'],
      ['a policy that is none', { user: ALICE }, ['none'], '404 XMinioAdminNoSuchPolicy'],
      ['nothing', { user: ALICE }, [], '400 XMinioAdminInvalidArgument'],
    ])('but %s', async (_, entity, policies, error) => {
      expect(errorOf(await associate('attach', entity, ...policies))).toBe(error);
    });

    it('but those who may not attach policies do it for nobody', async () => {
      const alice = credentialsOf(await login('alice'));
      const answer = await storage.call({
        method: 'POST',
        path: '/minio/admin/v3/idp/ldap/policy/attach',
        body: await seal({ user: ALICE, policies: ['consoleAdmin'] }, alice),
        as: alice,
      });
      expect(errorOf(answer)).toBe('403 AccessDenied');
    });
  });

  it.each<[string, Record<string, string>, string]>([
    ['the address', { server_addr: '127.0.0.1:1' }, 'server_addr'],
    ['the lookup password', { lookup_bind_password: 'wrong' }, 'lookup_bind_dn'],
    ['a base DN', { user_dn_search_base_dn: `ou=none,${BASE}` }, 'user_dn_search_base_dn'],
    ['a filter', { user_dn_search_filter: '(uid=*)' }, 'user_dn_search_filter'],
  ])('are not set up with %s that is wrong, and it is said', async (_, change, key) => {
    const answer = await configure(change);
    expect(errorOf(answer)).toBe('400 XMinioConfigError');
    expect(JSON.parse(answer.text).Message).toContain(`${key}: `);
    expect(answer.text).not.toContain(LOOKUP.password);
  });

  it('are in an export with their policies and keys, and have them in another store', async () => {
    const alice = credentialsOf(await login('alice'));
    const key = { accessKey: 'key-of-alice', secretKey: 'secret-of-alice' };
    const own = 'idp/ldap/add-service-account';
    expect((await admin('PUT', own, await seal(key, alice), alice)).status).toBe(200);
    await associate('attach', { group: OPS }, 'diagnostics');
    const other = await startTestStorage();
    const there = adminCaller(() => other);
    const readThere = () => other.call({ path: '/bucket/key', as: key });
    try {
      await other.call({ method: 'PUT', path: '/bucket' });
      await other.call({ method: 'PUT', path: '/bucket/key', body: 'content' });
      const { body } = await admin('GET', 'export-iam');
      const { added, failed } = JSON.parse((await there('PUT', 'import-iam-v2', body)).text);
      expect(failed).toEqual({});
      expect(added).toMatchObject({
        serviceAccounts: expect.arrayContaining([key.accessKey]),
        stsPolicies: expect.arrayContaining([{ [ALICE]: ['readonly'] }]),
        groupPolicies: [{ [OPS]: ['diagnostics'] }],
      });
      // The directory has not been asked yet.
      expect(errorOf(await readThere())).toBe('403 InvalidAccessKeyId');
      await there('PUT', 'set-config-kv', await seal(`identity_ldap ${directory.configText()}`));
      await there('POST', 'service?action=restart');
      await expect.poll(async () => (await readThere()).status, { timeout: 20_000 }).toBe(200);
    } finally {
      await other.close();
      await associate('detach', { group: OPS }, 'diagnostics');
      await admin('DELETE', `delete-service-account?accessKey=${key.accessKey}`);
    }
  });

  it('stop when the filter of users does not find them any more', async () => {
    const alice = credentialsOf(await login('alice'));
    const filter = (text: string) => configure({ user_dn_search_filter: text });
    // As for directories that disable users with an attribute.
    await filter('(&(uid=%s)(!(mail=mail@example.org)))');
    await restart();
    await expect.poll(async () => (await read(alice)).status, { timeout: 20_000 }).toBe(403);
    expect(errorOf(await read(alice))).toBe('403 InvalidTokenId');
    await filter('(uid=%s)');
    await restart();
    await expect.poll(async () => (await read(alice)).status, { timeout: 20_000 }).toBe(200);
  });

  it('are not let in with more attributes than a request can carry', async () => {
    await configure({ user_dn_attributes: 'mail,description' });
    await restart();
    expect((await login('山田')).status).toBe(200);
    const refused = await login('verbose');
    expect(stsError(refused)).toBe('400 InvalidParameterValue');
    expect(refused.text).toContain('user_dn_attributes');
    await configure();
    await restart();
  });

  it('wait for a directory that is gone, which root and their sessions need not', async () => {
    const alice = credentialsOf(await login('alice'));
    await directory.server.stop();
    expect(stsError(await login('alice'))).toBe('503 ServiceUnavailable');
    const asked = await associate('attach', { user: ALICE }, 'writeonly');
    expect(errorOf(asked)).toBe('503 ServiceUnavailable');
    expect((await read(alice)).status).toBe(200);
    expect((await read(ROOT)).status).toBe(200);
    // Rights can be revoked all the same.
    expect((await associate('detach', { user: ALICE }, 'readonly')).status).toBe(200);
    expect(errorOf(await read(alice))).toBe('403 AccessDenied');
    await directory.server.start();
    await associate('attach', { user: ALICE }, 'readonly');
    expect((await read(alice)).status).toBe(200);
  });
});
