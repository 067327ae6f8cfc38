import { S3Error } from '@stowage/storage-wire/s3-error';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Identities } from '../../auth/identities.ts';
import { MasterKey } from '../../auth/master-key.ts';
import { TextSealer } from '../../auth/sealed-text.ts';
import { type Approve, ConfigStore } from '../../config/config-store.ts';
import {
  adminCaller,
  openSealed,
  seal,
  startTestStorage,
  type TestStorage,
} from '../../testing/test-storage.ts';
import { TokenProvider } from '../../testing/token-provider.ts';
import { refuseBadProviders, refuseClashingProviders } from './approve-providers.ts';

const DISCOVERY = '/.well-known/openid-configuration';

let provider: TokenProvider;
beforeAll(async () => {
  provider = await TokenProvider.start();
});
afterEach(() => provider.answers.clear());
afterAll(() => provider.close());

describe('a provider that is set', () => {
  let config: ConfigStore;
  let approve: Approve;
  beforeEach(() => {
    const documents = {
      listDocuments: () => [],
      putDocument: async () => undefined,
      putDocuments: async () => undefined,
    };
    const masterKey = MasterKey.generate();
    const identities = new Identities(documents, masterKey);
    config = new ConfigStore(documents, new TextSealer(masterKey.deriveAll('configuration')));
    approve = async (changes) => {
      refuseClashingProviders(config, changes);
      await refuseBadProviders(identities, changes);
    };
  });

  const refusal = (error: unknown) =>
    error instanceof S3Error ? `${error.code} ${error.message}` : String(error);
  const set = (text: string) => config.set(text, approve).catch(refusal);
  const openid = (more = '') =>
    set(`identity_openid config_url=${provider.configUrl} client_id=console ${more}`);

  it.each([
    ['that is not there', { status: 404, body: 'a secret' }, 'answered with status 404'],
    ['that leads elsewhere', { status: 302, headers: { location: '/x' }, body: {} }, 'status 302'],
    ['that is no JSON', { body: '<html>a secret</html>' }, 'something else than a JSON object'],
    ['that is a list', { body: '[]' }, 'something else than a JSON object'],
    ['without an issuer', { body: { jwks_uri: 'http://127.0.0.1/' } }, 'names no issuer'],
    ['without keys', { body: { issuer: 'http://127.0.0.1' } }, 'names no jwks_uri'],
    [
      'with an address for keys that is none',
      { body: { issuer: 'http://127.0.0.1', jwks_uri: 'file:///etc/passwd' } },
      'an address as jwks_uri that cannot be used',
    ],
    ['that is far too long', { body: ' '.repeat(600 * 1024) }, 'more than 512 KiB'],
  ])('is refused with a discovery document %s', async (_, answer, reason) => {
    provider.answers.set(DISCOVERY, answer);
    const text = await openid();
    expect(text).toContain('XMinioConfigError identity_openid: config_url: ');
    expect(text).toContain(reason);
    expect(text).not.toContain('secret');
  });

  it('is refused when it has no keys, does not answer, or lacks a client', async () => {
    provider.answers.set('/jwks', { body: { keys: [] } });
    expect(await openid()).toContain('names no keys with which tokens are signed');
    const gone = await TokenProvider.start();
    await gone.close();
    expect(await set(`identity_openid config_url=${gone.configUrl} client_id=console`)).toContain(
      'could not be reached: ECONNREFUSED',
    );
    expect(await set(`identity_openid config_url=${provider.configUrl}`)).toContain(
      "'client_id' is not optional",
    );
  });

  it('is refused with policies from two places, or unknown ones', async () => {
    expect(await openid('role_policy=readonly claim_name=groups')).toContain(
      'role_policy and claim_name do not go together',
    );
    expect(await openid('role_policy=readonly,nothing')).toContain(
      "role_policy names 'nothing', and there is no such policy",
    );
    expect(await openid('scopes="openid, email"')).toContain("the value of 'scopes' is invalid");
  });

  it('is refused beside one that it clashes with', async () => {
    expect(await openid('claim_name=groups')).toBe('applied');
    const second = `identity_openid:second config_url=${provider.configUrl}`;
    expect(await set(`${second} client_id=console role_policy=readonly`)).toContain(
      "identity_openid:second: client_id is that of '_' already",
    );
    const claims = "only one provider may have no role_policy, and '_' has none";
    expect(await set(`${second} client_id=other`)).toContain(claims);
    expect(await set(`${second} client_id=other role_policy=readonly`)).toBe('applied');
    const withoutRole = config.reset('identity_openid:second role_policy', approve);
    expect(await withoutRole.catch(refusal)).toContain(claims);
  });
});

describe('a provider of a store', () => {
  let storage: TestStorage;
  beforeAll(async () => {
    storage = await startTestStorage();
  });
  afterAll(() => storage.close());

  const admin = adminCaller(() => storage);
  const idp = async (path: string) => openSealed(await admin('GET', `idp-config/${path}`));

  it('is added with effect, listed with its role, and shown without its secret', async () => {
    const line = `config_url=${provider.configUrl} client_id=third client_secret=geheim role_policy=readwrite display_name="Our Login"`;
    const added = await admin('PUT', 'idp-config/openid/third', await seal(line));
    expect([added.status, added.headers['x-minio-config-applied']]).toEqual([200, 'true']);
    // Derived from the client as in MinIO.
    const roleARN = 'arn:minio:iam:::role/NPszALmne-vcmI7D7dDUpqQqJvk';
    const third = { type: 'openid', name: 'third', enabled: true, roleARN };
    expect(await idp('openid')).toContainEqual(third);
    const { info } = (await idp('openid/third')) as { info: { key: string; value: string }[] };
    const values = Object.fromEntries(info.map(({ key, value }) => [key, value]));
    expect(values).toMatchObject({ display_name: 'Our Login', client_id: 'third', roleARN });
    expect(values).not.toHaveProperty('client_secret');
  });

  it('is disabled, and refused with a reason when it is wrong', async () => {
    const off = await admin('POST', 'idp-config/openid/third', await seal('enable=off'));
    expect(off.status).toBe(200);
    expect(await idp('openid')).toContainEqual({ type: 'openid', name: 'third', enabled: false });
    provider.answers.set(DISCOVERY, { status: 404, body: '' });
    const on = await admin('POST', 'idp-config/openid/third', await seal('enable=on'));
    expect(on.status).toBe(400);
    expect(JSON.parse(on.text).Message).toContain('answered with status 404');
  });
});
