import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reach } from './dial.ts';
import { Directory } from './directory.ts';
import { DirectoryError } from './directory-error.ts';
import { readSettings } from './settings.ts';
import {
  BASE,
  dnOf,
  GROUPS,
  groupDn,
  hasTls,
  PASSWORD,
  PEOPLE,
  slapdProgram,
  startDirectory,
  type TestDirectory,
} from './testing/slapd.ts';

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) =>
      error instanceof DirectoryError ? `${error.failure} ${error.key}` : String(error),
  );

describe.skipIf(slapdProgram === undefined)('a directory', () => {
  let test: TestDirectory;
  beforeAll(async () => {
    test = await startDirectory();
  }, 60_000);
  afterAll(() => test.server.remove());

  const open = (change: Record<string, string> = {}, reach: Reach = {}) =>
    new Directory(readSettings(test.config(change)), reach);

  it.each([
    ['alice', ['ops']],
    ['jürgen', ['Käufer, Süd', 'ops']],
    ['山田', []],
    ["o'neil (x)*", []],
  ])('lets %s in, with their groups', async (name, groups) => {
    const user = await open({ user_dn_attributes: 'mail' }).login(name, PASSWORD);
    expect(user.dn).toBe(dnOf(name));
    expect(user.groups).toEqual(groups.map(groupDn).sort());
    expect(user.attributes).toEqual({ mail: ['mail@example.org'] });
  });

  it.each([
    ['ALICE', 'alice'],
    [' alice ', 'alice'],
    ['ａｌｉｃｅ', 'alice'],
    ['JU\u0308RGEN', 'jürgen'],
  ])('calls who logs in as %j by the one name that it has itself', async (typed, name) => {
    const user = await open().login(typed, PASSWORD);
    expect([user.name, user.dn, user.attributes]).toEqual([name, dnOf(name), {}]);
  });

  it.each([
    ['a wrong password', 'alice', 'wrong', 'password-wrong password'],
    ['no password, which the directory itself lets in', 'alice', '', 'password-wrong password'],
    ['a name it does not know', 'nobody', PASSWORD, 'user-missing user_dn_search_filter'],
    ['no name', '', PASSWORD, 'user-missing user_dn_search_filter'],
    ['a name that two have', 'twin', PASSWORD, 'user-ambiguous user_dn_search_filter'],
    ['a name that is a filter', '*', PASSWORD, 'user-missing user_dn_search_filter'],
    ['another', 'alice)(|(uid=*', PASSWORD, 'user-missing user_dn_search_filter'],
    ['one with NUL', 'alice\0', PASSWORD, 'user-missing user_dn_search_filter'],
    ['a name without end', 'a'.repeat(5000), PASSWORD, 'user-missing user_dn_search_filter'],
  ])('refuses %s', async (_, name, password, failure) => {
    expect(await failureOf(open().login(name, password))).toBe(failure);
  });

  it.each<[string, Record<string, string>, string]>([
    ['the lookup password', { lookup_bind_password: 'wrong' }, 'bind-refused lookup_bind_dn'],
    ['the lookup account', { lookup_bind_dn: `cn=no,${BASE}` }, 'bind-refused lookup_bind_dn'],
    [
      'the base DN of users',
      { user_dn_search_base_dn: `ou=none,${BASE}` },
      'base-dn-missing user_dn_search_base_dn',
    ],
    [
      'the base DN of groups',
      { group_search_base_dn: `ou=none,${BASE}` },
      'base-dn-missing group_search_base_dn',
    ],
    [
      'the filter',
      { user_dn_search_filter: '(&(uid=%s)(oops))' },
      'filter-invalid user_dn_search_filter',
    ],
    ['TLS that is not there', { server_insecure: 'off' }, 'tls server_addr'],
    ['nothing that listens', { server_addr: '127.0.0.1:1' }, 'unreachable server_addr'],
    ['a name nobody has', { server_addr: 'ldap.invalid:389' }, 'unreachable server_addr'],
  ])('says that it is %s', async (_, change, failure) => {
    expect(await failureOf(open(change).check())).toBe(failure);
  });

  it('passes a check where all is right', () => expect(open().check()).resolves.toBeUndefined());

  it('is reached by whichever address of its name answers', () =>
    expect(open({ server_addr: `localhost:${test.port}` }).check()).resolves.toBeUndefined());

  it.skipIf(!hasTls)('is trusted by its certificate, with StartTLS', async () => {
    const change = { server_starttls: 'on' };
    expect(await failureOf(open(change).check())).toBe('certificate server_starttls');
    const trusting = { authorities: [test.certificate] };
    expect((await open(change, trusting).login('alice', PASSWORD)).dn).toBe(dnOf('alice'));
    expect(await failureOf(open({ ...change, tls_skip_verify: 'on' }).check())).toBe('none');
  });

  it('finds users and groups by their DNs, in whatever way they are written', async () => {
    const written = `UID=Alice , OU=People,${BASE}`;
    const [alice, gone, outside] = await open().findByDn([
      { dn: written, name: 'alice' },
      { dn: `uid=none,${PEOPLE}`, name: 'none' },
      { dn: GROUPS, name: 'groups' },
    ]);
    expect([alice?.dn, alice?.groups]).toEqual([dnOf('alice'), [groupDn('ops')]]);
    expect([gone, outside]).toEqual([undefined, undefined]);
    // Directories mark disabled users with an attribute that the filter checks.
    const enabled = { user_dn_search_filter: '(&(uid=%s)(!(mail=mail@example.org)))' };
    const dn = dnOf('alice');
    expect(await open(enabled).findByDn([{ dn, name: 'alice' }])).toEqual([undefined]);
    expect(await open(enabled).findByDn([{ dn, name: '' }])).toMatchObject([{ dn }]);
    expect(await open().findGroup(`cn=K\\C3\\A4ufer\\2c S\\C3\\BCd,${GROUPS}`)).toBe(
      groupDn('Käufer, Süd'),
    );
    expect(await open().findGroup(dnOf('alice'))).toBeUndefined();
    expect(await open().findGroup('no DN')).toBeUndefined();
  });

  it('connects nowhere that is refused', async () => {
    const refused = open({}, { refuses: (address) => address === '127.0.0.1' });
    expect(await failureOf(refused.check())).toBe('address-refused server_addr');
  });

  it('is given up in time, and when it says too much', async () => {
    const sockets: Socket[] = [];
    let talk: (socket: Socket) => void = () => undefined;
    const server = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      socket.once('data', () => talk(socket));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const change = { server_addr: `127.0.0.1:${(server.address() as AddressInfo).port}` };
    expect(await failureOf(open(change, { withinMs: 300 }).check())).toBe(
      'unreachable server_addr',
    );
    // The start of an answer of 2 GB.
    talk = (socket) => {
      socket.write(Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff]));
      const more = () => socket.destroyed || socket.write(Buffer.alloc(1 << 20), () => more());
      more();
    };
    expect(await failureOf(open(change, { withinMs: 20_000 }).check())).toBe(
      'unreachable server_addr',
    );
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it('is said to be gone', async () => {
    await test.server.stop();
    expect(await failureOf(open().login('alice', PASSWORD))).toBe('unreachable server_addr');
    await test.server.start();
    expect(await failureOf(open().login('alice', PASSWORD))).toBe('none');
  });
});
