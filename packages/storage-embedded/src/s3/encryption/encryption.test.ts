import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf, type TestStorage, xmlAt } from '../../testing/test-storage.ts';
import {
  encryptionOf,
  expectedHeaders,
  KEY,
  MODES,
  S3,
  sender,
  startEncryptingStorage,
} from './testing/encrypting-storage.ts';

const MIB = 1024 * 1024;

let storage: TestStorage;
const call = sender(() => storage);

beforeAll(async () => {
  storage = await startEncryptingStorage();
});

afterAll(() => storage.close());

function md5(bytes: string | Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex');
}

/** Returns the content files whose head contains the text. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && /drive-\d+\/blobs/.test(entry.parentPath))
    .map(({ parentPath, name }) => join(parentPath, name));
  const heads = await Promise.all(
    files.map(async (file) => (await readFile(file)).subarray(0, 4096)),
  );
  return files.filter((_, i) => heads[i]?.includes(text));
}

/** Returns the content of all files below the directory. */
async function allBytes(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Buffer.concat(
    await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name)))),
  );
}

describe.each(MODES)('%s', (mode, write, read) => {
  it.each([0, 1, 5000, 65_536, 65_537, 300_000, 2 * MIB + 3])(
    'gives %i bytes back, and ranges of them',
    async (size) => {
      const content = randomBytes(size);
      const put = await call('PUT', `box/${mode}-${size}`, write, content);
      expect(put.status).toBe(200);
      const got = await call('GET', `box/${mode}-${size}`, read);
      expect(got.body.equals(content)).toBe(true);
      expect(got.headers['content-length']).toBe(String(size));
      expect(got.headers.etag).toBe(put.headers.etag);
      expect(got.headers.etag === `"${md5(content)}"`).toBe(mode === 'SSE-S3' || size === 0);
      for (const [start, end] of [
        [0, 0],
        [65_530, 65_540],
        [65_536, 65_536],
        [131_071, 131_072],
        [size - 3, size - 1],
      ] as const) {
        if (start >= 0 && end < size) {
          const range = { ...read, range: `bytes=${start}-${end}` };
          const part = await call('GET', `box/${mode}-${size}`, range);
          expect(part.status).toBe(206);
          expect(part.headers['content-range']).toBe(`bytes ${start}-${end}/${size}`);
          expect(part.body.equals(content.subarray(start, end + 1))).toBe(true);
        }
      }
    },
  );

  it('shows the size of the content, and how it is encrypted', async () => {
    await call('PUT', `box/${mode}-shown`, write, 'x'.repeat(100));
    const head = await call('HEAD', `box/${mode}-shown`, read);
    expect(head.headers['content-length']).toBe('100');
    expect(encryptionOf(head)).toEqual(expectedHeaders(mode));
    const list = await call('GET', `box?list-type=2&prefix=${mode}-shown`);
    expect(xmlAt(list, 'Contents', 'Size')).toBe('100');
    const attributes = await call('GET', `box/${mode}-shown?attributes`, {
      ...read,
      'x-amz-object-attributes': 'ObjectSize,ETag',
    });
    expect(xmlAt(attributes, 'ObjectSize')).toBe('100');
    expect(`"${xmlAt(attributes, 'ETag')}"`).toBe(head.headers.etag);
  });

  it('checks digests against the content', async () => {
    const digest = createHash('md5').update('hello').digest('base64');
    const good = { ...write, 'content-md5': digest };
    expect((await call('PUT', `box/${mode}-md5`, good, 'hello')).status).toBe(200);
    expect(errorOf(await call('PUT', `box/${mode}-md5`, good, 'hallo'))).toBe('400 BadDigest');
    const sha = createHash('sha256').update('hello').digest('base64');
    const put = await call(
      'PUT',
      `box/${mode}-sha`,
      { ...write, 'x-amz-checksum-sha256': sha },
      'hello',
    );
    expect(put.headers['x-amz-checksum-sha256']).toBe(sha);
    const head = await call('HEAD', `box/${mode}-sha`, {
      ...read,
      'x-amz-checksum-mode': 'ENABLED',
    });
    expect(head.headers['x-amz-checksum-sha256']).toBe(sha);
  });

  it('keeps nothing of the content on the drives, small or large', async () => {
    const marker = randomBytes(24).toString('hex');
    await call('PUT', `box/${mode}-small-secret`, write, marker.repeat(10));
    await call('PUT', `box/${mode}-large-secret`, write, marker.repeat(20_000));
    const stored = await allBytes(storage.folder);
    expect(stored.includes(`${mode}-large-secret`)).toBe(true);
    expect(stored.includes(marker)).toBe(false);
    expect(stored.includes(KEY)).toBe(false);
    expect(stored.includes(KEY.toString('base64'))).toBe(false);
  });

  it('encrypts each part of an upload, and reads across parts', async () => {
    const contents = [randomBytes(5 * MIB + 7), randomBytes(5 * MIB), randomBytes(100_000)];
    const begun = await call('POST', `box/${mode}-parts?uploads`, write);
    expect(encryptionOf(begun)).toEqual(expectedHeaders(mode));
    const upload = `box/${mode}-parts?uploadId=${xmlAt(begun, 'UploadId')}`;
    const etags: string[] = [];
    for (const [i, content] of contents.entries()) {
      const part = await call('PUT', `${upload}&partNumber=${i + 1}`, read, content);
      expect(encryptionOf(part)).toEqual(expectedHeaders(mode));
      etags.push(String(part.headers.etag));
      expect(part.headers.etag === `"${md5(content)}"`).toBe(mode === 'SSE-S3');
    }
    const listed = await call('GET', upload);
    expect(xmlAt(listed, 'Part', 'Size')).toBe(String(5 * MIB + 7));
    const members = etags.map(
      (etag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
    );
    const body = `<CompleteMultipartUpload>${members.join('')}</CompleteMultipartUpload>`;
    const done = await call('POST', upload, {}, body);
    expect(done.status).toBe(200);
    const whole = Buffer.concat(contents);
    const got = await call('GET', `box/${mode}-parts`, read);
    expect(got.body.equals(whole)).toBe(true);
    for (const [start, end] of [
      [5 * MIB, 5 * MIB + 20],
      [5 * MIB + 7, 10 * MIB + 7],
      [10 * MIB - 1, whole.length - 1],
    ] as const) {
      const part = await call('GET', `box/${mode}-parts`, {
        ...read,
        range: `bytes=${start}-${end}`,
      });
      expect(part.body.equals(whole.subarray(start, end + 1))).toBe(true);
    }
    const second = await call('GET', `box/${mode}-parts?partNumber=2`, read);
    expect(second.body.equals(contents[1] ?? whole)).toBe(true);
    expect(second.headers['x-amz-mp-parts-count']).toBe('3');
  });
});

describe('encrypted objects', () => {
  it('stay readable after a restart and from the drives alone', async () => {
    const small = 'small secret';
    const large = randomBytes(700_000);
    for (const [mode, write] of MODES) {
      await call('PUT', `box/kept-small-${mode}`, write, small);
      await call('PUT', `box/kept-large-${mode}`, write, large);
    }
    const index = join(storage.folder, 'storage');
    const read = async () => {
      for (const [mode, , headers] of MODES) {
        expect((await call('GET', `box/kept-small-${mode}`, headers)).text).toBe(small);
        const got = await call('GET', `box/kept-large-${mode}`, headers);
        expect(got.body.equals(large)).toBe(true);
      }
    };
    await storage.restart();
    await read();
    await storage.restart();
    for (const name of await readdir(index)) {
      if (name.startsWith('index')) {
        await rm(join(index, name), { recursive: true });
      }
    }
    await storage.restart();
    await read();
  });

  it('are read from the other copy when either is damaged', async () => {
    const content = randomBytes(400_000);
    await call('PUT', 'box/damaged', S3, content);
    const copies = await filesWith(storage.folder, '"key":"damaged"');
    expect(copies.length).toBe(2);
    for (const file of copies) {
      const whole = await readFile(file);
      const bytes = Buffer.from(whole);
      bytes.fill(0, bytes.length - 200_000, bytes.length - 199_000);
      await writeFile(file, bytes);
      expect((await call('GET', 'box/damaged')).body.equals(content)).toBe(true);
      await writeFile(file, whole);
    }
  });

  it('count with the size of their content, in usage and quota', async () => {
    await call('PUT', 'sized');
    const quota = JSON.stringify({ quota: 140_000, quotatype: 'hard' });
    await call('PUT', 'minio/admin/v3/set-bucket-quota?bucket=sized', {}, quota);
    for (const key of ['a', 'b']) {
      expect((await call('PUT', `sized/${key}`, S3, randomBytes(70_000))).status).toBe(200);
    }
    const usage = JSON.parse((await call('GET', 'minio/admin/v3/datausageinfo')).text);
    expect(usage.bucketsUsageInfo.sized.size).toBe(140_000);
    expect(errorOf(await call('PUT', 'sized/c', S3, 'x'))).toBe(
      '400 XMinioAdminBucketQuotaExceeded',
    );
  });

  it('keep their encryption when their tags change', async () => {
    await call('PUT', 'box/tagged', S3, 'content');
    const tags = '<Tagging><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tagging>';
    expect((await call('PUT', 'box/tagged?tagging', {}, tags)).status).toBe(200);
    expect((await call('GET', 'box/tagged')).text).toBe('content');
  });
});
