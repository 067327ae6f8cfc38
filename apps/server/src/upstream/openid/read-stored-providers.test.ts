import { createStoragePool } from '@stowage/storage-client/dispatcher';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isLinkLocal } from '../link-local.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { createIdentityProviders } from './identity-providers.ts';
import { readStoredProviders } from './read-stored-providers.ts';

const CLIENT = 'config_url=https://id.example/.well-known/openid-configuration client_id=stowage';
const ARN = 'arn:minio:iam:::role/abc';

function read(text: string) {
  const admin = {
    exportConfig: async () => text,
    listIdentityProviders: async () => [{ name: 'Dex', enabled: true, roleArn: ARN }],
  };
  return readStoredProviders(admin, undefined, new AbortController().signal);
}

describe('the providers in a configuration', () => {
  it('have its settings, with the defaults of the console', async () => {
    const [provider] = await read(`identity_openid ${CLIENT} client_secret="a secret" enable=on\n`);
    expect(provider).toEqual({
      name: 'openid',
      url: 'https://id.example/.well-known/openid-configuration',
      clientId: 'stowage',
      clientSecret: 'a secret',
      scopes: ['openid', 'profile', 'email'],
    });
    const settings =
      'display_name="Our Dex" scopes=email,groups redirect_uri=https://c.example/oauth_callback role_policy=readonly';
    expect(await read(`identity_openid:Dex ${CLIENT} ${settings}\n`)).toMatchObject([
      {
        ...{ name: 'dex', displayName: 'Our Dex', roleArn: ARN },
        scopes: ['openid', 'email', 'groups'],
        callback: 'https://c.example/oauth_callback',
      },
    ]);
    const dynamic = `${CLIENT} redirect_uri=https://c.example/oauth_callback redirect_uri_dynamic=on`;
    expect((await read(`identity_openid ${dynamic}\n`))[0]?.callback).toBeUndefined();
  });

  it('are those alone that are enabled, complete and can be named in an address', async () => {
    const lines = [
      `# identity_openid ${CLIENT}`,
      `identity_openid:off ${CLIENT} enable=off`,
      'identity_openid:half client_id=stowage',
      `identity_openid:a.b ${CLIENT}`,
      `identity_openid:one ${CLIENT} display_name=First`,
      `identity_openid:ONE ${CLIENT} display_name=Second`,
      'identity_ldap server_addr=ldap.example',
    ];
    const found = await read(`${lines.join('\n')}\n`);
    expect(found.map(({ name, displayName }) => [name, displayName])).toEqual([['one', 'First']]);
  });
});

describe('a provider that the storage server names', () => {
  const url = 'http://169.254.169.254/latest';
  const stored = { name: 'dex', url, clientId: 'stowage', scopes: ['openid'] };

  it('is no way to addresses that the console must not connect to', async () => {
    const pool = createStoragePool({ refuses: isLinkLocal });
    onTestFinished(() => pool.destroy());
    const all = async () => [{ ...stored, fetch: guardedFetch(pool) }];
    const providers = createIdentityProviders([], { soon: all, current: all });
    const begun = providers.begin('dex', 'http://localhost/oauth_callback');
    await expect(begun).rejects.toMatchObject({
      code: 'ProviderUnreachable',
      detail: expect.stringContaining('not-allowed'),
    });
  });

  it('stands behind one of that name in the settings of the console', async () => {
    const all = async () => [
      { ...stored, displayName: 'of the storage' },
      { ...stored, name: 'other' },
    ];
    const own = { ...stored, displayName: 'of the console' };
    const providers = createIdentityProviders([own], { soon: all, current: all });
    expect(await providers.all()).toMatchObject([
      { name: 'dex', displayName: 'of the console' },
      { name: 'other' },
    ]);
  });
});
