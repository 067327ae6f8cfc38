import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Random } from '@stowage/storage-wire/testing/random';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { errorOf, startTestStorage, type TestStorage } from './testing/test-storage.ts';
import { Wire } from './testing/wire.ts';

let storage: TestStorage;
beforeAll(async () => {
  storage = await startTestStorage();
  await storage.call({ method: 'PUT', path: '/bucket' });
  await storage.call({ method: 'PUT', path: '/bucket/kept', body: 'kept' });
});
afterAll(() => storage.close());

/**
 * Whatever was sent before: the store still serves requests, access is still denied to others, and
 * there was no unexpected error.
 */
afterEach(async () => {
  expect((await storage.call({ path: '/bucket/kept' })).text).toBe('kept');
  expect((await storage.call({ path: '/', as: 'anonymous' })).status).toBe(403);
  expect(storage.messages.filter((message) => message.includes('"name":"TypeError"'))).toEqual([]);
});

/**
 * Returns the status of the first response on a separate connection; 0 if it was closed without
 * one.
 */
async function statusOf(sent: Uint8Array, whole: boolean): Promise<number> {
  const wire = new Wire(storage.url).write(sent);
  if (!whole) {
    wire.finish();
  }
  return Number(/^HTTP\/1\.1 (\d+)/.exec(await wire.end())?.[1] ?? 0);
}

function lines(text: string, separator: string | RegExp = /\s+/): readonly string[] {
  return text
    .trim()
    .split(separator)
    .map((line) => line.trim());
}

describe('random requests on the wire', () => {
  const METHODS = lines('GET PUT POST DELETE HEAD OPTIONS PATCH TRACE', ' ');
  const QUERIES = lines(`
    uploads uploadId=x partNumber=1 versions versionId=null tagging acl policy delete list-type=2
    max-keys=-1 continuation-token=zz lifecycle object-lock retention legal-hold attributes cors
    encryption select torrent prefix=%00 encoding-type=x &&= response-content-type=a%0d%0ab`);
  const WRONG_QUERIES = lines(`
    marker=%zz delimiter=%f0%9f % X-Amz-Algorithm=AWS4-HMAC-SHA256 X-Amz-Signature=a
    X-Amz-Expires=99999999 Signature=a`);
  const PATHS = lines(`
    / // /bucket /bucket/ /bucket/kept /bucket/../kept /bucket/%2e%2e/%2e%2e/x /bucket/%00
    /bucket/a\\..\\b /minio/admin/v3/info /minio/admin/v3/add-user /.. /minio/health/live /minio/
    /%62ucket/kept /bucket/%zz * http://x/bucket x /bucket/${'k'.repeat(1100)}`);
  const HEADERS = lines(
    `Range: bytes=5-1,2-3
    Range: bytes=-0
    If-Match: "
    If-Modified-Since: never
    Origin: null
    Expect: 100-continue
    Content-MD5: x
    Content-Type: multipart/form-data; boundary=
    Content-Type: application/x-www-form-urlencoded
    Authorization: AWS4-HMAC-SHA256 Credential=test-root/20260101/us-east-1/s3/aws4_request
    Authorization: AWS test-root:abc
    Authorization: Bearer x
    x-amz-acl: public-read
    x-amz-checksum-crc32: ====
    x-amz-content-sha256: STREAMING-AWS4-HMAC-SHA256-PAYLOAD
    x-amz-content-sha256: x
    x-amz-copy-source: ../../etc/passwd
    x-amz-copy-source: /
    x-amz-date: 20260101T000000Z
    x-amz-decoded-content-length: -5
    x-amz-object-lock-mode: X
    x-amz-server-side-encryption: x
    x-amz-tagging: %zz=&&`,
    '\n',
  );
  const WRONG_HEADERS = lines(
    `Host:
    Content-Length: -1
    Content-Length: 99999999999999999999
    Transfer-Encoding: chunked
    Transfer-Encoding: gzip
    Connection: upgrade
    x-amz-meta-é: ü
    no header`,
    '\n',
  );

  it('are answered or closed, 4,000 of them, in bounded memory', async () => {
    const random = new Random(301);
    const some = (most: number, right: readonly string[], wrong: readonly string[]): string[] =>
      Array.from({ length: random.below(most) }, () =>
        random.pick(random.below(12) === 0 ? wrong : right),
      );
    const before = process.memoryUsage().rss;
    const statuses = new Map<number, number>();
    const one = async (): Promise<void> => {
      const query = some(4, QUERIES, WRONG_QUERIES).join('&');
      const target = random.pick(PATHS) + (query === '' ? '' : `?${query}`);
      const headers = ['Host: s', 'Content-Length: 20', 'Connection: close'];
      headers.push(...some(6, HEADERS, WRONG_HEADERS));
      const head = [`${random.pick(METHODS)} ${target} HTTP/1.1`, ...headers, '', ''].join('\r\n');
      const whole = Buffer.concat([Buffer.from(head, 'latin1'), random.bytes(20)]);
      const cut = random.below(10) === 0;
      const sent = cut ? whole.subarray(0, random.below(whole.length)) : whole;
      const status = await statusOf(sent, !cut);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    };
    for (let round = 0; round < 100; round++) {
      await Promise.all(Array.from({ length: 40 }, one));
    }
    expect(statuses.get(500)).toBeUndefined();
    expect(statuses.get(403)).toBeGreaterThan(300);
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 2 ** 20);
  });

  it('with signed but random parameters never fail inside, 2,000 of them', async () => {
    const random = new Random(302);
    const paths = lines('/ /bucket /bucket/k /bucket/other /none/k /minio/admin/v3/info');
    const bodies = lines('<a/> <Tagging/> {} <Delete><Object><Key>k</Key></Object></Delete>');
    const headers = HEADERS.filter((line) =>
      /^(x-amz-(acl|copy|tag|obj|check)|Range|If)/.test(line),
    );
    const one = async (): Promise<void> => {
      const query = Array.from({ length: random.below(3) }, () => random.pick(QUERIES)).join('&');
      const path = random.pick(paths);
      const writes = path === '/bucket' ? [] : ['PUT'];
      const method = random.pick(['GET', 'POST', 'HEAD', 'PATCH', ...writes]);
      const [name = '', value = ''] = random.pick(headers).split(': ');
      const call = { method, path: `${path}?${query}`, body: random.pick(bodies) };
      const answer = await storage.call({ ...call, headers: { [name]: value } });
      expect(answer.status, JSON.stringify(call) + answer.text).not.toBe(500);
    };
    for (let round = 0; round < 100; round++) {
      await Promise.all(Array.from({ length: 20 }, one));
    }
  });
});

describe('names of files', () => {
  const KEYS = [
    ...[
      '../../../outside',
      '..',
      '.',
      './a',
      'a/../../b',
      'a/./b',
      '/absolute',
      '//double',
      'trailing/',
    ],
    ...[
      'back\\..\\slash',
      'C:\\windows',
      '~',
      '$(touch outside)',
      '`touch outside`',
      '-rf',
      'con',
      'a\nb',
    ],
    ...[
      '\u0001',
      '\u202e',
      'é'.normalize('NFD'),
      '%2e%2e%2f',
      '.minio.sys/config',
      'x'.repeat(255),
    ],
  ];

  it('stay names in the store: nothing is written outside of its folder', async () => {
    const outside = async (): Promise<string[]> =>
      (await readdir(dirname(storage.folder))).filter((name) => !name.startsWith('stowage-front-'));
    const before = new Set(await outside());
    for (const key of KEYS) {
      for (const body of ['small', Buffer.alloc(200_000, key)]) {
        const path = `/bucket/${encodeURIComponent(key)}`;
        const put = await storage.call({ method: 'PUT', path, body });
        const got = await storage.call({ path });
        expect(got.status).toBe(put.status === 200 ? 200 : got.status);
        if (put.status === 200) {
          expect(got.body.equals(Buffer.from(body)), key).toBe(true);
        }
        // The raw key, if the client leaves the path unchanged.
        const raw = key.replace(/[^\w./~$()`\\-]/g, '');
        await storage.call({ method: 'PUT', path: `/bucket/${raw}`, body: 'raw' });
      }
    }
    for (const bucket of [
      '..',
      '.',
      '%2e%2e',
      '..%2f..%2fetc',
      'a%00b',
      '-',
      'A',
      'a..b',
      '\\',
      'x'.repeat(64),
    ]) {
      const made = await storage.call({ method: 'PUT', path: `/${bucket}` });
      expect(made.status, bucket).toBeGreaterThanOrEqual(400);
    }
    expect(
      (await outside()).filter((name) => !before.has(name) && /outside|absolute|etc/.test(name)),
    ).toEqual([]);
    const names = await readdir(storage.folder, { recursive: true });
    const foreign = names.filter(
      (name) => !/^(storage|drive-\d)(\/(log|blobs|tmp)(\/[\w.-]+){0,2}|\/[\w.-]+)?$/.test(name),
    );
    expect(foreign).toEqual([]);
    expect(names).not.toContain(join('storage', 'outside'));
  });

  it('with NUL in them are refused', async () => {
    const put = await storage.call({ method: 'PUT', path: '/bucket/a%00b', body: 'x' });
    expect(errorOf(put)).toBe('400 XMinioInvalidObjectName');
  });
});
