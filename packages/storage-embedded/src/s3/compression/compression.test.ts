import { randomBytes } from 'node:crypto';
import { readdir, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { pair, replicated } from '../../testing/replication.ts';
import { startTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { AT_ONCE, addTier, setRule, tierOf } from '../../testing/tiers.ts';
import { C, S3 } from '../encryption/testing/encrypting-storage.ts';
import {
  bytesStored,
  configure,
  MIB,
  md5Of,
  putParts,
  startCompressingStorage,
  textOf,
} from './testing/compressing-storage.ts';

const TEXT = textOf(3 * MIB + 500);
const PARTS = [textOf(6 * MIB + 3), Buffer.alloc(5 * MIB, 'b'), randomBytes(300_000)];
const WHOLE = Buffer.concat(PARTS);

/** At the boundaries of blocks and of the parts of `WHOLE`. */
const ranges = (size: number): [number, number][] => [
  [0, 0],
  [MIB - 1, MIB - 1],
  [MIB, MIB],
  [MIB - 1, MIB],
  [MIB + 5, 3 * MIB],
  [2 * MIB, 3 * MIB - 1],
  [size - 1, size - 1],
  [size - 10, size - 1],
  [0, size - 1],
];

let storage: TestStorage;

beforeAll(async () => {
  storage = await startCompressingStorage();
});
afterAll(() => storage.close());

const put = (path: string, body: Uint8Array, headers = {}) =>
  storage.call({ method: 'PUT', path, body, headers });
const get = (path: string, headers = {}) => storage.call({ path, headers });

async function expectRanges(path: string, content: Buffer, headers = {}): Promise<void> {
  const borders: [number, number][] = [
    [6 * MIB + 2, 6 * MIB + 3],
    [5 * MIB, 11 * MIB + 10],
  ];
  const inside = borders.filter(([, last]) => last < content.length);
  for (const [first, last] of [...ranges(content.length), ...inside]) {
    const answer = await get(path, { ...headers, range: `bytes=${first}-${last}` });
    expect(answer.status).toBe(206);
    const wanted = content.subarray(first, last + 1);
    expect(answer.body.equals(wanted), `${path} ${first}-${last}`).toBe(true);
  }
}

/**
 * Returns the bytes that a write adds to the content files of the drive where nothing is healed.
 */
async function growth(write: () => Promise<unknown>): Promise<number> {
  const before = await bytesStored(storage, 'drive-2');
  await write();
  return (await bytesStored(storage, 'drive-2')) - before;
}

describe('compression', { timeout: 120_000 }, () => {
  it('is off by default', async () => {
    const plain = await startTestStorage();
    await plain.call({ method: 'PUT', path: '/box' });
    await plain.call({ method: 'PUT', path: '/box/a.log', body: TEXT });
    expect(await bytesStored(plain)).toBeGreaterThan(TEXT.length);
    await plain.close();
  });

  it('shows nothing of itself but on the drives', async () => {
    const headers = { 'x-amz-checksum-algorithm': 'CRC32', 'content-type': 'image/x' };
    let answer = await get('/');
    const bytes = await growth(async () => {
      answer = await put('/box/a.log', TEXT, headers);
    });
    expect(answer.headers.etag).toBe(`"${md5Of(TEXT)}"`);
    expect(bytes).toBeLessThan(TEXT.length / 2);
    const read = await get('/box/a.log');
    expect(read.headers).toMatchObject({
      etag: `"${md5Of(TEXT)}"`,
      'content-length': String(TEXT.length),
    });
    expect(read.body.equals(TEXT)).toBe(true);
    expect((await get('/box?list-type=2&prefix=a.log')).text).toContain(
      `<Size>${TEXT.length}</Size>`,
    );
    const same = await get('/box/a.log', { 'if-none-match': `"${md5Of(TEXT)}"` });
    expect(same.status).toBe(304);
    const taken = await put('/box/a.log', TEXT, { 'if-none-match': '*' });
    expect(taken.status).toBe(412);
    await expectRanges('/box/a.log', TEXT);
  });

  it('leaves other kinds and what does not become smaller as they are', async () => {
    const other = { 'content-type': 'image/x' };
    expect(await growth(() => put('/box/a.dat', TEXT, other))).toBeGreaterThan(TEXT.length);
    const noise = randomBytes(2 * MIB + 1);
    expect(await growth(() => put('/box/noise.log', noise))).toBeLessThan(noise.length + 8192);
    expect((await get('/box/noise.log')).body.equals(noise)).toBe(true);
    await expectRanges('/box/noise.log', noise.subarray(0));
  });

  it.each([0, 1, 4096, 4097, 50_000, MIB - 1, MIB, MIB + 1, 2 * MIB])(
    'keeps %i bytes',
    async (size) => {
      const content = textOf(size);
      await put('/box/sized.txt', content);
      expect((await get('/box/sized.txt')).body.equals(content)).toBe(true);
      if (size > 100) {
        const part = await get('/box/sized.txt', { range: 'bytes=7-90' });
        expect(part.body.equals(content.subarray(7, 91))).toBe(true);
      }
    },
  );

  it('refuses another content than was announced', async () => {
    const headers = { 'content-md5': Buffer.from(md5Of(TEXT), 'hex').toString('base64') };
    expect((await put('/box/right.log', TEXT, headers)).status).toBe(200);
    expect((await put('/box/wrong.log', TEXT.subarray(1), headers)).status).toBe(400);
    expect((await get('/box/wrong.log')).status).toBe(404);
  });

  it('keeps parts, their sizes and copies of them', async () => {
    const bytes = await growth(() => putParts(storage, '/box/parts.log', PARTS));
    expect(bytes).toBeLessThan(WHOLE.length / 2);
    const read = await get('/box/parts.log');
    expect(read.body.equals(WHOLE)).toBe(true);
    expect(read.headers.etag).toMatch(/-3"$/);
    const second = await get('/box/parts.log?partNumber=2');
    expect(second.headers['content-length']).toBe(String(5 * MIB));
    expect(second.body.equals(Buffer.alloc(5 * MIB, 'b'))).toBe(true);
    await expectRanges('/box/parts.log', WHOLE);
    const source = { 'x-amz-copy-source': '/box/parts.log' };
    const copied = await growth(() => put('/box/copy.log', new Uint8Array(), source));
    expect(copied).toBeLessThan(WHOLE.length / 2);
    expect((await get('/box/copy.log')).body.equals(WHOLE)).toBe(true);
    await put('/box/copy.dat', new Uint8Array(), {
      ...source,
      'content-type': 'image/x',
      'x-amz-metadata-directive': 'REPLACE',
    });
    expect((await get('/box/copy.dat')).body.equals(WHOLE)).toBe(true);
  });

  it('takes the file of a form', async () => {
    const statement = {
      Effect: 'Allow',
      Principal: '*',
      Action: 's3:PutObject',
      Resource: 'arn:aws:s3:::box/*',
    };
    const policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
    await storage.call({ method: 'PUT', path: '/box?policy', body: policy });
    const field = (name: string, more = '') =>
      `--edge\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
    const body = Buffer.concat([
      Buffer.from(`${field('key')}form.log\r\n${field('file', '; filename="form.log"')}`),
      TEXT,
      Buffer.from('\r\n--edge--\r\n'),
    ]);
    const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
    const bytes = await growth(async () => {
      const sent = { method: 'POST', path: '/box', headers, body, as: 'anonymous' } as const;
      expect((await storage.call(sent)).status).toBe(204);
    });
    expect(bytes).toBeLessThan(TEXT.length / 2);
    expect((await get('/box/form.log')).body.equals(TEXT)).toBe(true);
  });

  it('leaves encrypted objects alone until it is allowed, and reads both then', async () => {
    const modes = { s3: [S3, {}], c: [C, C] } as const;
    for (const [name, [write]] of Object.entries(modes)) {
      const bytes = await growth(() => put(`/box/${name}.log`, TEXT, write));
      expect(bytes).toBeGreaterThan(TEXT.length);
    }
    expect(await configure(storage, 'allow_encryption=on')).toBe(200);
    for (const [name, [write, read]] of Object.entries(modes)) {
      expect((await get(`/box/${name}.log`, read)).body.equals(TEXT)).toBe(true);
      const bytes = await growth(() => put(`/box/${name}-2.log`, TEXT, write));
      expect(bytes).toBeLessThan(TEXT.length / 2);
      await expectRanges(`/box/${name}-2.log`, TEXT, read);
      const small = TEXT.subarray(0, 30_000);
      await put(`/box/${name}-3.log`, small, write);
      const part = await get(`/box/${name}-3.log`, { ...read, range: 'bytes=100-20000' });
      expect(part.body.equals(small.subarray(100, 20_001))).toBe(true);
      await putParts(storage, `/box/${name}-4.log`, PARTS, write);
      await expectRanges(`/box/${name}-4.log`, WHOLE, read);
    }
    expect((await get('/box/s3-2.log')).headers.etag).toBe(`"${md5Of(TEXT)}"`);
    await configure(storage, 'allow_encryption=off');
  });

  it('is known after the index was lost, and read when it is off and a copy is gone', async () => {
    await put('/box/kept.log', TEXT);
    await put('/box/kept-small.log', TEXT.subarray(0, 50_000));
    await putParts(storage, '/box/kept-parts.log', PARTS);
    await configure(storage, 'enable=off');
    await storage.stop();
    const folder = join(storage.folder, 'storage');
    for (const name of await readdir(folder)) {
      if (name.startsWith('index.')) {
        await rm(join(folder, name));
      }
    }
    await storage.restart();
    const blobs = join(storage.folder, 'drive-1', 'blobs');
    for (const name of await readdir(blobs, { recursive: true, withFileTypes: true })) {
      if (name.isFile()) {
        await unlink(join(name.parentPath, name.name));
      }
    }
    expect((await get('/box/kept.log')).body.equals(TEXT)).toBe(true);
    expect((await get('/box/kept-small.log')).body.equals(TEXT.subarray(0, 50_000))).toBe(true);
    await expectRanges('/box/kept-parts.log', WHOLE);
    const healed = () => bytesStored(storage);
    const other = await bytesStored(storage, 'drive-2');
    // Copies that were read are repaired.
    expect(await eventually(healed, (bytes) => bytes > 0)).toBeLessThanOrEqual(other);
    expect(await configure(storage, 'enable=on')).toBe(200);
  });

  it('stays what it is when tags change', async () => {
    const tags = '<Tagging><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tagging>';
    const small = TEXT.subarray(0, 50_000);
    for (const [path, content] of [
      ['/box/tagged.log', TEXT],
      ['/box/tagged-small.log', small],
    ] as const) {
      await put(path, content);
      const headers = {
        'content-md5': Buffer.from(md5Of(Buffer.from(tags)), 'hex').toString('base64'),
      };
      const call = { method: 'PUT', path: `${path}?tagging`, body: tags, headers };
      expect((await storage.call(call)).status).toBe(200);
      expect((await get(path)).body.equals(content), path).toBe(true);
    }
  });

  it('is explained with its settings and in effect at once', async () => {
    const { text } = await get('/minio/admin/v3/help-config-kv?subSys=compression&key=');
    const { description, keysHelp } = JSON.parse(text);
    expect(description).toBe('compression of new objects on the drives');
    const keys = keysHelp.map(({ key }: { key: string }) => key);
    expect(keys).toEqual(['enable', 'extensions', 'mime_types', 'allow_encryption', 'comment']);
    expect(await configure(storage, 'extensions=txt')).toBe(400);
    expect(await configure(storage, 'extensions=*')).toBe(200);
    const sent = { 'content-type': 'image/x' };
    expect(await growth(() => put('/box/any', TEXT, sent))).toBeLessThan(TEXT.length / 2);
    expect((await get('/box/any')).body.equals(TEXT)).toBe(true);
  });

  it('does not show to a target of replication', async () => {
    const target = await startTestStorage();
    await pair(storage, target);
    await put('/source/a.log', TEXT);
    await putParts(storage, '/source/parts.log', PARTS);
    const all = [
      ['a.log', TEXT],
      ['parts.log', WHOLE],
    ] as const;
    for (const [key, content] of all) {
      expect(await replicated(storage, `/source/${key}`)).toBe('COMPLETED');
      const there = await target.call({ path: `/replicas/${key}` });
      expect(there.body.equals(content), key).toBe(true);
      expect(there.headers.etag).toBe((await get(`/source/${key}`)).headers.etag);
    }
    await target.close();
  });

  it('goes along to a tier and back', async () => {
    const target = await startTestStorage();
    await target.call({ method: 'PUT', path: '/cold' });
    expect((await addTier(storage, tierOf(target.url))).status).toBe(204);
    await storage.call({ method: 'PUT', path: '/warm' });
    const small = TEXT.subarray(0, 50_000);
    await put('/warm/a.log', TEXT);
    await put('/warm/small.log', small);
    await putParts(storage, '/warm/parts.log', PARTS);
    expect((await setRule(storage, 'warm', AT_ONCE)).status).toBe(200);
    const all = [
      ['/warm/a.log', TEXT],
      ['/warm/small.log', small],
      ['/warm/parts.log', WHOLE],
    ] as const;
    for (const [path, content] of all) {
      const stub = await eventually(
        async () => {
          await storage.scan();
          return storage.call({ method: 'HEAD', path });
        },
        ({ headers }) => headers['x-amz-storage-class'] === 'COLD',
      );
      expect(stub.headers['content-length']).toBe(String(content.length));
      expect((await get(path)).body.equals(content), path).toBe(true);
    }
    expect(await bytesStored(target)).toBeLessThan(WHOLE.length / 2);
    await expectRanges('/warm/parts.log', WHOLE);
    for (const [path, content] of all) {
      const body = '<RestoreRequest><Days>2</Days></RestoreRequest>';
      await storage.call({ method: 'POST', path: `${path}?restore`, body });
      await eventually(
        () => storage.call({ method: 'HEAD', path }),
        ({ headers }) => String(headers['x-amz-restore']).includes('expiry-date'),
      );
      expect((await get(path)).body.equals(content), path).toBe(true);
    }
    await target.close();
    const range = `bytes=${5 * MIB}-${11 * MIB + 10}`;
    const back = await get('/warm/parts.log', { range });
    expect(back.body.equals(WHOLE.subarray(5 * MIB, 11 * MIB + 11))).toBe(true);
  });
});
