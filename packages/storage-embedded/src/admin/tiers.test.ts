import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Answer,
  adminCaller,
  errorOf,
  ROOT,
  seal,
  type TestStorage,
} from '../testing/test-storage.ts';
import {
  AT_ONCE,
  addTier,
  movedToTier,
  setRule,
  startTieredStorage,
  tierOf,
} from '../testing/tiers.ts';

const LARGE = Buffer.alloc(1_000_000, 'large');
const SMALL = Buffer.from('a small content');

let storage: TestStorage;
let target: TestStorage;
const admin = adminCaller(() => storage);

beforeEach(async () => {
  ({ storage, target } = await startTieredStorage());
});
afterEach(async () => {
  await Promise.all([storage.close(), target.close()]);
});

const put = (path: string, body: Uint8Array | string, headers = {}): Promise<Answer> =>
  storage.call({ method: 'PUT', path, body, headers });
const moved = (path: string, headers = {}): Promise<Answer> => movedToTier(storage, path, headers);

describe('the list of tiers', () => {
  const other = (change: object, block = {}) => ({
    ...tierOf(target.url, { Prefix: 'other', ...block }),
    Name: 'OTHER',
    ...change,
  });

  it('shows no secret, and seals it on the drives', async () => {
    const { text } = await admin('GET', 'tier');
    expect(JSON.parse(text)).toMatchObject([
      {
        Version: 'v1',
        Type: 'minio',
        Name: 'COLD',
        MinIO: { SecretKey: 'REDACTED', Bucket: 'cold' },
      },
    ]);
    expect(text).not.toContain(ROOT.secretKey);
  });

  it('counts what tiers hold', async () => {
    await put('/bucket/key', LARGE);
    await put('/bucket/small', SMALL);
    await moved('/bucket/key');
    await moved('/bucket/small');
    const stats = async () => JSON.parse((await admin('GET', 'tier-stats')).text);
    const size = LARGE.length + SMALL.length;
    expect(await stats()).toMatchObject([
      { Name: 'STANDARD', Type: 'internal', Stats: { totalSize: 0 } },
      { Name: 'COLD', Type: 'minio', Stats: { totalSize: size, numVersions: 2, numObjects: 2 } },
    ]);
    await storage.call({ method: 'DELETE', path: '/bucket/small' });
    expect(await stats()).toMatchObject([
      {},
      { Stats: { totalSize: LARGE.length, numVersions: 1 } },
    ]);
  });

  it.each([
    ['a name that is there', { Name: 'COLD' }, {}, '409 XMinioAdminTierAlreadyExists'],
    ['a name in lower case', { Name: 'cold2' }, {}, '400 XMinioAdminTierNameNotUpperCase'],
    ['no name', { Name: '' }, {}, '400 XMinioAdminTierNameEmpty'],
    ['a reserved name', { Name: 'STANDARD' }, {}, '400 XMinioAdminTierReserved'],
    ['another version', { Version: 'v2' }, {}, '400 XMinioAdminTierInvalidConfigVersion'],
    ['a kind that does not exist', { Type: 'ftp' }, {}, '400 XMinioAdminTierTypeUnsupported'],
    ['no secret', {}, { SecretKey: '' }, '403 XMinioAdminTierMissingCredentials'],
    [
      'an endpoint with a path',
      {},
      { Endpoint: 'http://host/path' },
      '400 XMinioAdminTierInvalidConfig',
    ],
    [
      'an endpoint of another scheme',
      {},
      { Endpoint: 'file:///etc' },
      '400 XMinioAdminTierInvalidConfig',
    ],
    ['a wrong secret', {}, { SecretKey: 'wrong-secret' }, '400 XMinioAdminTierInvalidCredentials'],
    ['no such bucket', {}, { Bucket: 'missing' }, '400 XMinioAdminTierBucketNotFound'],
    ['nobody there', {}, { Endpoint: 'http://127.0.0.1:1' }, '503 XMinioBackendDown'],
  ])('refuses %s', async (_, change, block, refusal) => {
    expect(errorOf(await addTier(storage, other(change, block)))).toBe(refusal);
    expect(JSON.parse((await admin('GET', 'tier')).text)).toHaveLength(1);
  });

  it('refuses this very server, and a place that is in use', async () => {
    await storage.call({ method: 'PUT', path: '/cold' });
    const own = other({}, { Endpoint: storage.url });
    expect(errorOf(await addTier(storage, own))).toBe('400 XMinioAdminTierInvalidConfig');
    await target.call({ method: 'PUT', path: '/cold/other/x', body: 'x' });
    expect(errorOf(await addTier(storage, other({})))).toBe('409 XMinioAdminTierBackendInUse');
    expect((await addTier(storage, other({}), '?force=true')).status).toBe(204);
  });

  it('takes new credentials when they work', async () => {
    const edit = async (secret: string) =>
      admin('POST', 'tier/COLD', await seal({ access: ROOT.accessKey, secret }));
    expect(errorOf(await edit('wrong-secret'))).toBe('400 XMinioAdminTierInvalidCredentials');
    expect((await admin('GET', 'tier/COLD')).status).toBe(204);
    expect((await edit(ROOT.secretKey)).status).toBe(204);
    expect(errorOf(await admin('GET', 'tier/MISSING'))).toBe('404 XMinioAdminTierNotFound');
  });

  it('keeps a tier that a rule or an object needs', async () => {
    const used = await admin('DELETE', 'tier/COLD');
    expect(errorOf(used)).toBe('400 XMinioAdminTierBackendNotEmpty');
    expect(used.text).toContain('bucket');
    await put('/bucket/key', SMALL);
    await moved('/bucket/key');
    await storage.call({ method: 'DELETE', path: '/bucket?lifecycle' });
    expect((await admin('DELETE', 'tier/COLD')).text).toContain('1 object version');
    await storage.call({ method: 'DELETE', path: '/bucket/key' });
    await storage.scan();
    expect((await admin('DELETE', 'tier/COLD')).status).toBe(204);
    expect(errorOf(await setRule(storage, 'bucket', AT_ONCE))).toBe('400 InvalidStorageClass');
  });
});
