import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  adminCaller,
  errorOf,
  openSealed,
  seal,
  startTestStorage,
  type TestStorage,
} from '../testing/test-storage.ts';

/** MinIO's IDPConfig. */
interface IdpConfig {
  readonly type: string;
  readonly name: string;
  readonly info: readonly { readonly key: string; readonly value: string }[];
}

let storage: TestStorage;
beforeAll(async () => {
  storage = await startTestStorage();
});
afterAll(() => storage.close());

const admin = adminCaller(() => storage);
const list = (type: string) =>
  admin('GET', `idp-config/${type}`).then((answer) => openSealed(answer));
const infoOf = async (path: string) => (await list(path)) as IdpConfig;
const put = async (path: string, text: string) =>
  admin('PUT', `idp-config/${path}`, await seal(text));
const post = async (path: string, text: string) =>
  admin('POST', `idp-config/${path}`, await seal(text));

const LDAP =
  'enable=off server_addr=ldap.example.com:636 lookup_bind_dn=cn=lookup,dc=x ' +
  'user_dn_search_base_dn=ou=people,dc=x user_dn_search_filter=(uid=%s)';

// Each call is sealed with a key that is slow to derive.
describe('configurations of identity providers', { timeout: 60_000 }, () => {
  it('are added once, shown without what is left at its default, updated and removed', async () => {
    expect((await put('ldap/_', LDAP)).status).toBe(200);
    expect(errorOf(await put('ldap/_', LDAP))).toBe('400 XMinioAdminConfigIDPCfgNameAlreadyExists');
    expect((await post('ldap/_', 'enable=off sts_expiry=2h')).status).toBe(200);
    const { type, name, info } = await infoOf('ldap/_');
    expect([type, name]).toEqual(['ldap', '_']);
    expect(info).toContainEqual({ key: 'sts_expiry', value: '2h', isCfg: true, isEnv: false });
    expect(info.map(({ key }) => key)).not.toContain('tls_skip_verify');
    expect(await list('ldap')).toEqual([{ type: 'ldap', name: '_', enabled: false }]);
    expect((await admin('DELETE', 'idp-config/ldap/_')).status).toBe(200);
    expect((await infoOf('ldap/_')).info).toEqual([]);
  });

  it('are refused with another type, under an unknown name, and with lines about something else', async () => {
    expect(errorOf(await admin('GET', 'idp-config/saml'))).toBe(
      '400 XMinioAdminConfigInvalidIDPType',
    );
    expect(errorOf(await admin('GET', 'idp-config/openid/nobody'))).toBe(
      '400 XMinioAdminNoSuchConfigTarget',
    );
    expect(errorOf(await admin('DELETE', 'idp-config/openid/nobody'))).toBe(
      '400 XMinioAdminNoSuchConfigTarget',
    );
    expect(errorOf(await post('openid/nobody', 'enable=off client_id=x'))).toBe(
      '400 XMinioAdminConfigIDPCfgNameDoesNotExist',
    );
    expect(errorOf(await put('ldap/second', LDAP))).toBe('400 XMinioConfigError');
    expect(errorOf(await put('openid/a..b:c', 'enable=off client_id=x'))).toBe(
      '400 XMinioConfigError',
    );
    await put('openid/lines', 'enable=off client_id=x\napi requests_max=1');
    const { info } = await infoOf('openid/lines');
    expect(info).toContainEqual(
      expect.objectContaining({ key: 'client_id', value: 'x api requests_max=1' }),
    );
  });
});
