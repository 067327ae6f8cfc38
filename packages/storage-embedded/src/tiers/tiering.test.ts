import { createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import {
  type Answer,
  adminCaller,
  errorOf,
  ROOT,
  seal,
  signedHeaders,
  type TestStorage,
} from '../testing/test-storage.ts';
import {
  AT_ONCE,
  addTier,
  keysAt,
  movedToTier,
  setRule,
  startTieredStorage,
  tierOf,
} from '../testing/tiers.ts';

const LARGE = randomBytes(3 * 1024 * 1024);
const SMALL = Buffer.from('a small content');
const KEY = Buffer.alloc(32, 7);
const CUSTOMER_KEY = {
  'x-amz-server-side-encryption-customer-algorithm': 'AES256',
  'x-amz-server-side-encryption-customer-key': KEY.toString('base64'),
  'x-amz-server-side-encryption-customer-key-md5': createHash('md5').update(KEY).digest('base64'),
};
const VERSIONED = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>';

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
const head = (path: string): Promise<Answer> => storage.call({ method: 'HEAD', path });
const get = (path: string, headers = {}): Promise<Answer> => storage.call({ path, headers });

async function classOf(path: string): Promise<unknown> {
  return (await head(path)).headers['x-amz-storage-class'];
}

async function restored(path: string, days = 2): Promise<Answer> {
  const body = `<RestoreRequest><Days>${days}</Days></RestoreRequest>`;
  const asked = await storage.call({ method: 'POST', path: `${path}?restore`, body });
  expect(asked.status).toBe(202);
  return eventually(
    () => head(path),
    ({ headers }) => String(headers['x-amz-restore']).includes('expiry-date'),
  );
}

describe('a transition', () => {
  it.each([
    ['small', SMALL],
    ['large', LARGE],
  ])('moves a %s content and reads it through', async (_, content) => {
    const written = await put('/bucket/key', content, { 'x-amz-meta-a': 'b' });
    const stub = await moved('/bucket/key');
    expect(stub.headers).toMatchObject({
      'x-amz-storage-class': 'COLD',
      'content-length': String(content.length),
      etag: written.headers.etag,
      'x-amz-meta-a': 'b',
    });
    expect(await keysAt(target)).toHaveLength(1);
    expect((await get('/bucket/key')).body.equals(content)).toBe(true);
    const range = await get('/bucket/key', { range: 'bytes=3-9' });
    expect(range.status).toBe(206);
    expect(range.body.equals(content.subarray(3, 10))).toBe(true);
    const { text } = await get('/bucket?list-type=2');
    expect(text).toContain('<StorageClass>COLD</StorageClass>');
  });

  it('copies from the tier into a content of its own', async () => {
    await put('/bucket/key', LARGE);
    await moved('/bucket/key');
    await storage.call({ method: 'PUT', path: '/other' });
    const headers = { 'x-amz-copy-source': '/bucket/key' };
    expect((await put('/other/copy', '', headers)).status).toBe(200);
    expect(await classOf('/other/copy')).toBeUndefined();
    await target.stop();
    expect((await get('/other/copy')).body.equals(LARGE)).toBe(true);
  });

  it('keeps parts and encryption as clients know them', async () => {
    await put('/bucket/sealed', LARGE, CUSTOMER_KEY);
    const { text } = await storage.call({ method: 'POST', path: '/bucket/parts?uploads' });
    const upload = /<UploadId>(.*)<\/UploadId>/.exec(text)?.[1];
    const at = `/bucket/parts?uploadId=${upload}`;
    const first = LARGE.subarray(0, 5 * 1024 * 1024);
    const five = Buffer.concat([first, randomBytes(5 * 1024 * 1024 - first.length)]);
    const etags = [
      (await put(`${at}&partNumber=1`, five)).headers.etag,
      (await put(`${at}&partNumber=2`, SMALL)).headers.etag,
    ];
    const parts = etags.map(
      (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
    );
    await storage.call({
      method: 'POST',
      path: at,
      body: `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
    });
    await moved('/bucket/parts');
    await moved('/bucket/sealed', CUSTOMER_KEY);
    const part = await get('/bucket/parts?partNumber=2');
    expect(part.text).toBe(SMALL.toString());
    expect(part.headers['x-amz-mp-parts-count']).toBe('2');
    const read = await get('/bucket/sealed', {
      ...CUSTOMER_KEY,
      range: 'bytes=1000000-1000009',
    });
    expect(read.headers['x-amz-storage-class']).toBe('COLD');
    expect(read.body.equals(LARGE.subarray(1_000_000, 1_000_010))).toBe(true);
    await restored('/bucket/parts');
    await target.stop();
    expect((await get('/bucket/parts')).body.equals(Buffer.concat([five, SMALL]))).toBe(true);
    expect((await get('/bucket/parts?partNumber=2')).text).toBe(SMALL.toString());
  });

  it('moves noncurrent versions and leaves the current one', async () => {
    await storage.call({ method: 'PUT', path: '/bucket?versioning', body: VERSIONED });
    const noncurrent = AT_ONCE.replaceAll('Transition>', 'NoncurrentVersionTransition>').replace(
      '<Days>0</Days>',
      '<NoncurrentDays>0</NoncurrentDays>',
    );
    expect((await setRule(storage, 'bucket', noncurrent)).status).toBe(200);
    const old = (await put('/bucket/key', 'old')).headers['x-amz-version-id'];
    await put('/bucket/key', 'new');
    await moved(`/bucket/key?versionId=${old}`);
    expect(await classOf('/bucket/key')).toBeUndefined();
    expect((await get(`/bucket/key?versionId=${old}`)).text).toBe('old');
  });

  it('survives a restart and the loss of the index', async () => {
    await put('/bucket/key', LARGE);
    await moved('/bucket/key');
    await storage.stop();
    for (const name of ['index.sqlite', 'index.sqlite-wal', 'index.seal']) {
      await rm(join(storage.folder, 'storage', name), { force: true });
    }
    await storage.restart();
    expect(await classOf('/bucket/key')).toBe('COLD');
    expect((await get('/bucket/key')).body.equals(LARGE)).toBe(true);
    await storage.call({ method: 'DELETE', path: '/bucket/key' });
    await storage.scan();
    expect(await keysAt(target)).toEqual([]);
  });
});

describe('what is removed', () => {
  it.each([
    ['deleted', () => storage.call({ method: 'DELETE', path: '/bucket/key' })],
    ['overwritten', () => put('/bucket/key', '')],
  ])('goes from the tier when it is %s', async (_, change) => {
    await put('/bucket/key', LARGE);
    await moved('/bucket/key');
    await change();
    await storage.scan();
    expect(await keysAt(target)).toEqual([]);
  });

  it('goes with its versions there, once the tier is back', async () => {
    await target.call({ method: 'PUT', path: '/cold?versioning', body: VERSIONED });
    await put('/bucket/key', SMALL);
    await moved('/bucket/key');
    const port = Number(new URL(target.url).port);
    await target.stop();
    expect((await storage.call({ method: 'DELETE', path: '/bucket/key' })).status).toBe(204);
    await storage.scan();
    await storage.restart();
    await target.restart({ port });
    const left = await eventually(
      async () => {
        await storage.scan();
        return (await target.call({ path: '/cold?versions' })).text;
      },
      (text) => !text.includes('<Version>') && !text.includes('<DeleteMarker>'),
    );
    expect(left).not.toContain('<Version>');
  });

  it('stays while a lock protects it', async () => {
    const headers = { 'x-amz-bucket-object-lock-enabled': 'true' };
    await storage.call({ method: 'PUT', path: '/locked', headers });
    await setRule(storage, 'locked', AT_ONCE);
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const { headers: written } = await put('/locked/key', SMALL, {
      'x-amz-object-lock-mode': 'COMPLIANCE',
      'x-amz-object-lock-retain-until-date': until,
    });
    const path = `/locked/key?versionId=${written['x-amz-version-id']}`;
    await moved(path);
    expect(errorOf(await storage.call({ method: 'DELETE', path }))).toBe('403 AccessDenied');
    await storage.scan();
    expect((await get(path)).text).toBe(SMALL.toString());
    expect((await head(path)).headers['x-amz-object-lock-mode']).toBe('COMPLIANCE');
  });
});

describe('a tier that is lost', () => {
  it('gives a clear error, leaves what is here, and goes on when it is back', async () => {
    await put('/bucket/key', LARGE);
    await moved('/bucket/key');
    const port = Number(new URL(target.url).port);
    await target.stop();
    const failed = await get('/bucket/key');
    expect(errorOf(failed)).toBe('503 XMinioBackendDown');
    expect(failed.text).toContain('COLD');
    expect((await head('/bucket/key')).status).toBe(200);
    await put('/bucket/other', SMALL);
    await storage.scan();
    expect((await get('/bucket/other')).text).toBe(SMALL.toString());
    await target.restart({ port });
    await moved('/bucket/other');
    expect((await get('/bucket/key')).body.equals(LARGE)).toBe(true);
  });

  it('says that the content is not there any more', async () => {
    await put('/bucket/key', LARGE);
    await moved('/bucket/key');
    const [key = ''] = await keysAt(target);
    await target.call({ method: 'DELETE', path: `/cold/${key}` });
    const failed = await get('/bucket/key');
    expect(errorOf(failed)).toBe('500 InternalError');
    expect(failed.text).toContain('COLD does not have this content');
  });

  it('gives to its end what somebody reads while its credentials change', async () => {
    const long = randomBytes(16 * 1024 * 1024);
    const path = '/bucket/key';
    await put(path, long);
    await moved(path);
    const reading = await fetch(storage.url + path, {
      headers: signedHeaders(storage.url, { path }),
    });
    const pieces: Uint8Array[] = [];
    for await (const piece of reading.body ?? []) {
      if (pieces.length === 0) {
        const credentials = await seal({ access: ROOT.accessKey, secret: ROOT.secretKey });
        expect((await admin('POST', 'tier/COLD', credentials)).status).toBe(204);
      }
      pieces.push(piece);
    }
    expect(Buffer.concat(pieces).equals(long)).toBe(true);
  });

  it('can be added again, and has everything still', async () => {
    await put('/bucket/key', LARGE);
    await moved('/bucket/key');
    expect((await admin('DELETE', 'tier/COLD?force=true')).status).toBe(204);
    expect(errorOf(await get('/bucket/key'))).toBe('503 XMinioBackendDown');
    expect((await addTier(storage, tierOf(target.url), '?force=true')).status).toBe(204);
    expect((await get('/bucket/key')).body.equals(LARGE)).toBe(true);
  });
});

describe('a restore', () => {
  it.each([
    ['small', SMALL],
    ['large', LARGE],
  ])('brings a copy of a %s content that needs no tier', async (_, content) => {
    await put('/bucket/key', content);
    await moved('/bucket/key');
    const { headers } = await restored('/bucket/key');
    expect(headers['x-amz-storage-class']).toBe('COLD');
    expect(headers['x-amz-restore']).toMatch(
      /^ongoing-request="false", expiry-date="\w{3}, \d\d \w{3} \d{4} 00:00:00 GMT"$/,
    );
    await target.stop();
    expect((await get('/bucket/key')).body.equals(content)).toBe(true);
    const tags = '<Tagging><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tagging>';
    await put('/bucket/key?tagging', tags);
    await storage.restart();
    expect((await get('/bucket/key')).body.equals(content)).toBe(true);
    const longer = await storage.call({
      method: 'POST',
      path: '/bucket/key?restore',
      body: '<RestoreRequest><Days>9</Days></RestoreRequest>',
    });
    expect(longer.status).toBe(200);
    expect((await head('/bucket/key')).headers['x-amz-restore']).not.toBe(headers['x-amz-restore']);
  });

  it('waits for a tier that is away, over a restart', async () => {
    await put('/bucket/key', LARGE);
    await moved('/bucket/key');
    const port = Number(new URL(target.url).port);
    await target.stop();
    const body = '<RestoreRequest><Days>1</Days></RestoreRequest>';
    const ask = () => storage.call({ method: 'POST', path: '/bucket/key?restore', body });
    expect((await ask()).status).toBe(202);
    expect((await head('/bucket/key')).headers['x-amz-restore']).toBe('ongoing-request="true"');
    expect(errorOf(await ask())).toBe('409 RestoreAlreadyInProgress');
    await storage.restart();
    await target.restart({ port });
    const { headers } = await eventually(
      async () => {
        await storage.scan();
        return head('/bucket/key');
      },
      (answer) => String(answer.headers['x-amz-restore']).includes('false'),
    );
    expect(headers['x-amz-restore']).toContain('ongoing-request="false"');
  });

  it.each([
    [
      'an object that is here',
      '/bucket/here',
      '<RestoreRequest><Days>1</Days></RestoreRequest>',
      '403 InvalidObjectState',
    ],
    ['no days', '/bucket/key', '<RestoreRequest></RestoreRequest>', '400 MalformedXML'],
    [
      'no day',
      '/bucket/key',
      '<RestoreRequest><Days>0</Days></RestoreRequest>',
      '400 InvalidArgument',
    ],
    ['another document', '/bucket/key', '<Other><Days>1</Days></Other>', '400 MalformedXML'],
  ])('refuses %s', async (_, path, body, refusal) => {
    await put('/bucket/key', SMALL);
    await moved('/bucket/key');
    await setRule(storage, 'bucket', AT_ONCE.replace('>0<', '>1<'));
    await put('/bucket/here', SMALL);
    expect(errorOf(await storage.call({ method: 'POST', path: `${path}?restore`, body }))).toBe(
      refusal,
    );
  });
});
