import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTier } from '../admin/tier-fields.ts';
import { eventually } from '../testing/eventually.ts';
import {
  type Answer,
  adminCaller,
  errorOf,
  seal,
  startTestStorage,
  type TestStorage,
} from '../testing/test-storage.ts';
import { AT_ONCE, addTier, movedToTier, setRule } from '../testing/tiers.ts';
import { AzureTier } from './azure-tier.ts';
import { tierServer } from './open-tier.ts';
import { type Cloud, startAzure, startGoogle } from './testing/clouds.ts';

const LARGE = randomBytes(1_500_000);
/** Emulators are slow. */
const WITHIN = { timeout: 240_000 };
const PATIENCE_MS = 60_000;
const SMALL = Buffer.from('a small content');

let storage: TestStorage;
let cloud: Cloud;
const admin = adminCaller(() => storage);

const put = (key: string, body: Uint8Array): Promise<Answer> =>
  storage.call({ method: 'PUT', path: `/bucket/${key}`, body });
const get = (key: string, headers = {}): Promise<Answer> =>
  storage.call({ path: `/bucket/${key}`, headers });
const head = (key: string): Promise<Answer> =>
  storage.call({ method: 'HEAD', path: `/bucket/${key}` });

const moved = (key: string): Promise<Answer> => movedToTier(storage, `/bucket/${key}`);

/**
 * Scans until the cloud has contents below the prefix, or none, as wanted; returns whether it has.
 */
async function isInUse(wanted: boolean): Promise<boolean> {
  const server = tierServer(readTier({ ...cloud.tier() }));
  try {
    return await eventually(
      async () => {
        await storage.scan();
        return server.isInUse();
      },
      (is) => is === wanted,
      PATIENCE_MS,
    );
  } finally {
    await server.close();
  }
}

describe.each([
  ['azure', startAzure, 'AccountName'],
  ['gcs', startGoogle, 'Creds'],
] as const)('a tier of the type %s', WITHIN, (type, startCloud, shown) => {
  beforeEach(async () => {
    [storage, cloud] = await Promise.all([startTestStorage(), startCloud()]);
    await storage.call({ method: 'PUT', path: '/bucket' });
    const added = await addTier(storage, cloud.tier());
    expect(added.status, added.text).toBe(204);
    expect((await setRule(storage, 'bucket', AT_ONCE)).status).toBe(200);
  }, WITHIN.timeout);
  afterEach(async () => {
    await Promise.all([storage.close(), cloud.remove()]);
  }, WITHIN.timeout);

  it.each([
    ['small', SMALL],
    ['large', LARGE],
  ])('takes a %s content, gives ranges of it, and loses it with the object', async (_, content) => {
    await put('key', content);
    await moved('key');
    expect((await get('key')).body.equals(content)).toBe(true);
    const range = await get('key', { range: 'bytes=3-9' });
    expect(range.status).toBe(206);
    expect(range.body.equals(content.subarray(3, 10))).toBe(true);
    expect(await isInUse(true)).toBe(true);
    await storage.call({ method: 'DELETE', path: '/bucket/key' });
    expect(await isInUse(false)).toBe(false);
  });

  it('gives a copy back that needs no tier', async () => {
    await put('key', LARGE);
    await moved('key');
    const body = '<RestoreRequest><Days>2</Days></RestoreRequest>';
    const asked = await storage.call({ method: 'POST', path: '/bucket/key?restore', body });
    expect(asked.status).toBe(202);
    await eventually(
      () => head('key'),
      ({ headers }) => String(headers['x-amz-restore']).includes('expiry-date'),
      PATIENCE_MS,
    );
    await cloud.stop();
    expect((await get('key')).body.equals(LARGE)).toBe(true);
  });

  it('that goes away gives a clear error, loses nothing, and is used again when it is back', async () => {
    await put('key', LARGE);
    await moved('key');
    await cloud.stop();
    expect(errorOf(await get('key'))).toBe('503 XMinioBackendDown');
    await put('other', LARGE);
    await storage.scan();
    expect((await get('other')).body.equals(LARGE)).toBe(true);
    await storage.call({ method: 'DELETE', path: '/bucket/key' });
    await cloud.start();
    await moved('other');
    expect((await get('other')).body.equals(LARGE)).toBe(true);
    await storage.call({ method: 'DELETE', path: '/bucket/other' });
    expect(await isInUse(false)).toBe(false);
  });

  it('whose connection is cut while a content is sent gets it again, and keeps no other one', async ({
    skip,
  }) => {
    const { double } = cloud;
    if (double === undefined) {
      return skip('An emulator cuts no connection.');
    }
    const cut = double.cutNextUpload();
    await put('key', LARGE);
    const scanned = storage.scan();
    await cut;
    await scanned;
    await moved('key');
    expect((await get('key')).body.equals(LARGE)).toBe(true);
    await storage.call({ method: 'DELETE', path: '/bucket/key' });
    expect(await isInUse(false)).toBe(false);
  });

  it('takes new credentials when they work, and shows none', async () => {
    const edit = async (isRight: boolean) =>
      admin('POST', 'tier/COLD', await seal(cloud.credentials(isRight)));
    expect(errorOf(await edit(false))).toMatch(
      /XMinioAdminTier(InvalidCredentials|InsufficientPermissions)/,
    );
    expect((await admin('GET', 'tier/COLD')).status).toBe(204);
    expect((await edit(true)).status).toBe(204);
    const { text } = await admin('GET', 'tier');
    const [{ Type, ...blocks }] = JSON.parse(text);
    expect(Type).toBe(type);
    expect(Object.keys(blocks[type === 'gcs' ? 'GCS' : 'Azure'])).toContain(shown);
    expect(text).toContain('REDACTED');
    expect(text).not.toMatch(/Eby8vdM02|PRIVATE/);
  });

  it('is refused without its bucket, and in a place that is in use', async () => {
    const add = (name: string, change: object) =>
      addTier(storage, { ...cloud.tier(change), Name: name });
    expect(errorOf(await add('OTHER', { Bucket: 'missing', Prefix: 'x' }))).toBe(
      '400 XMinioAdminTierBucketNotFound',
    );
    await put('key', SMALL);
    await moved('key');
    expect(errorOf(await add('OTHER', {}))).toBe('409 XMinioAdminTierBackendInUse');
  });
});

describe('a content that is too long for one blob', WITHIN, () => {
  it('is sent in blocks', async () => {
    cloud = await startAzure();
    const tier = readTier({ ...cloud.tier() });
    const server = new AzureTier(tier, { blob: 1_000_000, block: 1_000_000 });
    try {
      await server.put('key', LARGE.length, (range) => {
        const bytes = range ? LARGE.subarray(range.start, range.end + 1) : LARGE;
        return Readable.from([bytes], { objectMode: false });
      });
      const read = Buffer.concat(await server.read({ key: 'key' }, undefined).toArray());
      expect(read.equals(LARGE)).toBe(true);
    } finally {
      await server.close();
      await cloud.remove();
    }
  });
});
