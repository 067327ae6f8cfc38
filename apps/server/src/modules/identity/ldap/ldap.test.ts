import {
  dnOf,
  groupDn,
  slapdProgram,
  startDirectory,
  type TestDirectory,
} from '@stowage/directory/testing/slapd';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  startTestConsole,
  type TestCaller,
  type TestConsole,
} from '../../../testing/test-console.ts';
import { withEscapes } from './written-dn.ts';

const JUERGEN = dnOf('jürgen');
const SOUTH = groupDn('Käufer, Süd');

describe('DNs that have lost their escapes', () => {
  it.each([
    ['cn=Käufer, Süd,ou=groups,dc=example', 'cn=Käufer\\, Süd,ou=groups,dc=example'],
    ['cn=a+b "c" <d>; \\,ou=x', 'cn=a\\+b \\"c\\" \\<d\\>\\; \\\\,ou=x'],
    ['cn=#1 ,ou= x', 'cn=\\#1\\ ,ou=\\ x'],
    ['uid=ann,ou=people,dc=example', undefined],
    ['ann', undefined],
    ['', undefined],
  ])('%j is written as %j', (dn, written) => {
    expect(withEscapes(dn)).toBe(written);
  });
});

// Each change is encrypted with a key that is slow to derive.
describe.skipIf(slapdProgram === undefined)('entities of LDAP', { timeout: 60_000 }, () => {
  let directory: TestDirectory;
  let test: TestConsole;
  let root: TestCaller;
  beforeAll(async () => {
    [directory, test] = await Promise.all([startDirectory(), startTestConsole()]);
    root = await test.logIn();
  }, 60_000);
  afterAll(async () => {
    await test.close();
    await directory.server.remove();
  });

  async function send(path: string, payload?: object, caller = root) {
    const method = payload ? 'POST' : 'GET';
    const url = `/api/v1/${path}`;
    const response = await caller.send({ method, url, ...(payload && { payload }) });
    return { status: response.statusCode, body: response.body && response.json() };
  }
  const change = (way: 'attach' | 'detach', kind: string, name: string, ...policies: string[]) =>
    send(`ldap/${way}`, { kind, name, policies });
  const entities = async () => (await send('ldap/entities')).body.entities;

  it('are said to be missing where LDAP is not set up, and have no page', async () => {
    const notSetUp = {
      code: 501,
      errorCode: 'NotSupported',
      detailedMessage: /LDAP is not set up/,
    };
    for (const { body } of [
      await send('ldap/entities'),
      await change('attach', 'user', JUERGEN, 'readonly'),
      await change('detach', 'user', JUERGEN, 'readonly'),
    ]) {
      expect(body).toMatchObject({
        errorCode: notSetUp.errorCode,
        detailedMessage: expect.stringMatching(notSetUp.detailedMessage),
      });
    }
    const { body } = await send('session');
    expect(body.features).not.toContain('ldap');
    expect(body.pages).not.toContain('/ldap');
  });

  describe('once it is', () => {
    beforeAll(async () => {
      await test.admin.setConfig({ text: `identity_ldap ${directory.configText()}` });
      await test.admin.serviceRestart();
      const isOn = () => test.admin.listLdapPolicyMappings();
      await vi.waitFor(isOn, { timeout: 30_000, interval: 200 });
      // The console caches what it knows of a storage server for a minute.
      test.clock.offset += 61_000;
    }, 60_000);

    it('have a page for those who may see them', async () => {
      const { body } = await send('session');
      expect(body.features).toContain('ldap');
      expect(body.pages).toContain('/ldap');
      const policy = {
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }],
      };
      const reader = await test.logIn(await test.addUser('reader', policy));
      expect((await send('session', undefined, reader)).body.features).not.toContain('ldap');
      expect((await send('ldap/entities', undefined, reader)).status).toBe(403);
      const wish = { kind: 'user', name: JUERGEN, policies: ['readonly'] };
      expect((await send('ldap/attach', wish, reader)).status).toBe(403);
      expect((await send('ldap/detach', wish, reader)).status).toBe(403);
    });

    it('get policies and lose them, by DN, by login name, and without their escapes', async () => {
      expect(await entities()).toEqual([]);
      expect((await change('attach', 'user', 'jürgen', 'readwrite', 'readonly')).status).toBe(204);
      // Policies that are already attached stay.
      expect((await change('attach', 'user', JUERGEN, 'readonly')).status).toBe(204);
      const bare = SOUTH.replace('\\', '');
      expect((await change('attach', 'group', bare, 'readonly')).status).toBe(204);
      expect(await entities()).toEqual([
        { kind: 'user', dn: JUERGEN, policies: ['readonly', 'readwrite'] },
        { kind: 'group', dn: SOUTH, policies: ['readonly'] },
      ]);
      const part = await send('ldap/entities?offset=1&limit=1');
      expect(part.body).toMatchObject({ entities: [{ kind: 'group' }], total: 2 });
      expect((await change('detach', 'user', JUERGEN, 'readonly', 'diagnostics')).status).toBe(204);
      expect((await change('detach', 'group', SOUTH, 'readonly')).status).toBe(204);
      expect(await entities()).toEqual([{ kind: 'user', dn: JUERGEN, policies: ['readwrite'] }]);
    });

    it.each([
      ['nobody of this DN', 'user', dnOf('nobody'), 'readonly', 'name'],
      ['nobody of this name', 'user', 'nobody', 'readonly', 'name'],
      ['no group of this DN', 'group', groupDn('none'), 'readonly', 'name'],
      ['an empty name', 'user', '', 'readonly', 'name'],
      ['no such policy', 'user', dnOf('alice'), 'no-such-policy', 'policies'],
      ['neither user nor group', 'team', dnOf('alice'), 'readonly', 'kind'],
    ])('are refused with %s', async (_case, kind, name, policy, field) => {
      const { body } = await change('attach', kind, name, policy);
      expect(body).toMatchObject({ code: 400, errorCode: 'InvalidInput', field });
    });
  });
});
