import type { Directory, DirectoryUser } from '@stowage/directory/directory';
import { expect, it, vi } from 'vitest';
import type { Identities } from '../../auth/identities.ts';
import type { ConfigStore } from '../../config/config-store.ts';
import type { Engine } from '../../engine/types.ts';
import { LdapIdentities } from './ldap-identities.ts';

const directory = vi.hoisted(() => ({
  findByDn: vi.fn<Directory['findByDn']>(),
  login: vi.fn<Directory['login']>(),
}));
vi.mock('@stowage/directory/directory', () => ({
  Directory: class {
    readonly findByDn = directory.findByDn;
    readonly login = directory.login;
  },
}));
vi.mock('@stowage/directory/settings', () => ({ readSettings: () => ({}) }));

const DN = 'uid=anna,dc=example,dc=org';
const ANNA: DirectoryUser = { dn: DN, actualDn: DN, name: 'anna', attributes: {}, groups: [] };

it('believes a login more than a look into the directory that began before it', async () => {
  const { dn: _, ...kept } = ANNA;
  const engine: Pick<Engine, 'listDocuments' | 'putDocument' | 'putDocuments'> = {
    listDocuments: (kind) =>
      kind === 'ldap-user' ? [{ name: DN, value: JSON.stringify({ ...kept, gone: true }) }] : [],
    putDocument: async () => undefined,
    putDocuments: async () => undefined,
  };
  const config = { revision: 1, running: { enabledTargets: () => [{ values: {} }] } };
  const identities = {
    sessions: { of: () => [{}] },
    inTurn: (change: () => Promise<void>) => change(),
  };
  const ldap = new LdapIdentities({
    engine: engine as Engine,
    config: config as unknown as ConfigStore,
    identities: identities as unknown as Identities,
    log: () => undefined,
  });
  const looked = Promise.withResolvers<(DirectoryUser | undefined)[]>();
  directory.findByDn.mockReturnValue(looked.promise);
  directory.login.mockResolvedValue(ANNA);
  ldap.start();
  const refreshed = ldap.refresh();
  await ldap.login('anna', 'secret');
  looked.resolve([undefined]);
  await refreshed;
  ldap.close();
  expect(ldap.users.known.get(DN)).toEqual(ANNA);
});
