import type { StoredObject } from '@stowage/contract/objects';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';

const BUCKET = 'listing';
const HOSTILE = [
  'hostile/" onload=x.txt',
  'hostile/<img src=x onerror=alert(1)>.html',
  'hostile/a+b&c=d?e#f%20.txt',
  'hostile/über ключ 🎉.txt',
];
const KEYS = [
  'a.txt',
  'b.txt',
  'photos/2025/x.jpg',
  'photos/2026/beach.JPG',
  'photos/2026/forest.jpg',
  'photos/cover.jpg',
  'photos.txt',
  ...HOSTILE,
];

let test: TestConsole;
let root: TestCaller;

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
  await test.s3.makeBucket({ bucket: BUCKET });
  for (const key of KEYS) await put(BUCKET, key);
});
afterAll(() => test.close());

const put = (bucket: string, key: string, text = 'content') =>
  test.s3.putObject({
    bucket,
    key,
    size: Buffer.byteLength(text),
    body: Buffer.from(text),
    contentType: 'text/x-test',
    metadata: { origin: 'here' },
  });

const wire = (text: string) => encodeURIComponent(Buffer.from(text).toString('base64'));

async function list(query: string, bucket = BUCKET) {
  const response = await root.send({ url: `/api/v1/buckets/${bucket}/objects?${query}` });
  expect(response.statusCode).toBe(200);
  const page = response.json() as {
    objects: StoredObject[] | null;
    total: number;
    scanned?: number;
    next?: string;
  };
  expect(page.objects?.length ?? 0).toBe(page.total);
  // Clients use it to distinguish folders from objects.
  expect(page.objects).not.toEqual([]);
  return { ...page, objects: page.objects ?? [] };
}

const names = ({ objects }: { objects: readonly StoredObject[] }) =>
  objects.map(({ name }) => name);

describe('a folder', () => {
  it('shows its folders and objects in the order of names [API-44]', async () => {
    const page = await list('');
    expect(names(page)).toEqual(['a.txt', 'b.txt', 'hostile/', 'photos.txt', 'photos/']);
    expect(page.total).toBe(5);
    expect(page.next).toBeUndefined();
    expect(page.objects[0]).toMatchObject({ name: 'a.txt', size: 7 });
    expect(Date.parse(page.objects[0]?.last_modified ?? '')).toBeGreaterThan(Date.now() - 600_000);
    expect(page.objects[2]).toEqual({ name: 'hostile/' });
  });

  it('is opened by its prefix, in base64 or plain', async () => {
    const inside = ['photos/2025/', 'photos/2026/', 'photos/cover.jpg'];
    expect(names(await list(`prefix=${wire('photos/')}`))).toEqual(inside);
    expect(names(await list('prefix=photos/'))).toEqual(inside);
  });

  it('shows everything below it when asked to', async () => {
    expect(names(await list(`recursive=true&prefix=${wire('photos/')}`))).toEqual([
      'photos/2025/x.jpg',
      'photos/2026/beach.JPG',
      'photos/2026/forest.jpg',
      'photos/cover.jpg',
    ]);
  });

  it('gives names back exactly', async () => {
    expect(names(await list(`prefix=${wire('hostile/')}`)).sort()).toEqual([...HOSTILE].sort());
  });

  it('finds one object by its exact key', async () => {
    const page = await list(`prefix=${wire('photos/cover.jpg')}&with_metadata=true`);
    expect(page.objects).toMatchObject([
      {
        name: 'photos/cover.jpg',
        content_type: 'text/x-test',
        user_metadata: { 'content-type': 'text/x-test', origin: 'here' },
      },
    ]);
  });

  it('is empty where nothing is', async () => {
    expect(await list(`prefix=${wire('nothing/')}`)).toEqual({ objects: [], total: 0 });
  });

  it('does not show its own placeholder', async () => {
    await put(BUCKET, 'empty/', '');
    expect(names(await list(`prefix=${wire('empty/')}`))).toEqual([]);
    expect(names(await list('search=empty'))).toEqual(['empty/']);
    await test.s3.deleteObject({ bucket: BUCKET, key: 'empty/' });
  });

  it('comes in pages that together are the whole', async () => {
    const seen: string[] = [];
    let next: string | undefined;
    do {
      const page = await list(`recursive=true&limit=3${next ? `&cursor=${next}` : ''}`);
      expect(page.objects.length).toBeLessThanOrEqual(3);
      seen.push(...names(page));
      next = page.next;
    } while (next);
    expect(seen).toHaveLength(KEYS.length);
    expect([...seen].sort()).toEqual([...KEYS].sort());
  });
});

describe('a search', () => {
  it('finds names that hold the text, whatever the case, over the whole prefix', async () => {
    expect(names(await list('recursive=true&search=bEaCh'))).toEqual(['photos/2026/beach.JPG']);
    expect(names(await list('search=TXT'))).toEqual(['a.txt', 'b.txt', 'photos.txt']);
    expect(names(await list('search=photos'))).toEqual(['photos.txt', 'photos/']);
  });

  it('looks at the name, not at the folders above it', async () => {
    expect(names(await list('recursive=true&search=cover'))).toEqual(['photos/cover.jpg']);
    expect(names(await list('recursive=true&search=photos'))).toEqual(['photos.txt', 'photos/']);
  });

  it('finds folders below with what is in them, each of them once', async () => {
    expect(names(await list('recursive=true&search=20'))).toEqual([
      'hostile/a+b&c=d?e#f%20.txt',
      'photos/2025/',
      'photos/2026/',
    ]);
    expect(names(await list(`recursive=true&search=20&prefix=${wire('photos/')}`))).toEqual([
      'photos/2025/',
      'photos/2026/',
    ]);
  });

  it('takes patterns, of the name or of the path', async () => {
    const found = async (pattern: string) =>
      names(await list(`recursive=true&search=${encodeURIComponent(pattern)}`));
    expect(await found('*.jpg')).toEqual([
      'photos/2025/x.jpg',
      'photos/2026/beach.JPG',
      'photos/2026/forest.jpg',
      'photos/cover.jpg',
    ]);
    expect(await found('?.jpg')).toEqual(['photos/2025/x.jpg']);
    expect(await found('photos/2026/*')).toEqual([
      'photos/2026/beach.JPG',
      'photos/2026/forest.jpg',
    ]);
  });

  it('bounds the size and the time, which no folder has', async () => {
    await test.s3.makeBucket({ bucket: 'bounds' });
    await put('bounds', 'folder/small.txt', 'x');
    await put('bounds', 'large.txt', 'x'.repeat(100));
    const found = async (query: string) => names(await list(`recursive=true&${query}`, 'bounds'));
    expect(await found('min_size=2')).toEqual(['large.txt']);
    expect(await found('max_size=99')).toEqual(['folder/small.txt']);
    expect(await found('max_size=99&search=fold')).toEqual([]);
    const { objects } = await list('search=large', 'bounds');
    const time = encodeURIComponent(objects[0]?.last_modified ?? '');
    expect(await found(`modified_after=${time}&modified_before=${time}&search=large`)).toEqual([
      'large.txt',
    ]);
    expect(await found('modified_before=2020-01-01T00:00:00Z')).toEqual([]);
    expect(await found('modified_after=2020-01-01T00:00:00%2B01:00')).toHaveLength(2);
  });

  it('says how much it has looked at', async () => {
    const { scanned } = await list('recursive=true&search=zzz');
    expect(scanned).toBe(KEYS.length);
  });

  it('comes in pages too, without losing or repeating one', async () => {
    const seen: string[] = [];
    let next: string | undefined;
    do {
      const page = await list(`recursive=true&search=t&limit=2${next ? `&cursor=${next}` : ''}`);
      seen.push(...names(page));
      next = page.next;
    } while (next);
    const all = names(await list('recursive=true&search=t'));
    expect(seen).toEqual(all);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('takes the text as it is', async () => {
    expect(names(await list(`recursive=true&search=${encodeURIComponent('.*')}`))).toEqual([]);
    expect(names(await list(`recursive=true&search=${encodeURIComponent('КЛЮЧ 🎉')}`))).toEqual([
      'hostile/über ключ 🎉.txt',
    ]);
  });
});

describe('a beginning', () => {
  it.each([
    ['photos/', 'photos/2026/', ['photos/2026/', 'photos/cover.jpg']],
    ['photos/', 'photos/2026', ['photos/2026/', 'photos/cover.jpg']],
    ['photos/', 'photos/cover.jpg', ['photos/cover.jpg']],
    ['photos/', 'photos/d', []],
    ['', 'b', ['b.txt', 'hostile/', 'photos.txt', 'photos/']],
    ['', 'photos/', ['photos/']],
  ])('of %j at %j shows what comes from there on', async (prefix, start, expected) => {
    for (const also of ['', '&with_deleted=true', '&search=*']) {
      const query = `prefix=${wire(prefix)}&start=${wire(start)}${also}`;
      expect(names(await list(query))).toEqual(expected);
    }
  });

  it('goes on from there page by page', async () => {
    const first = await list(`prefix=${wire('photos/')}&start=${wire('photos/2026')}&limit=1`);
    expect(names(first)).toEqual(['photos/2026/']);
    const next = `prefix=${wire('photos/')}&start=${wire('photos/2026')}&cursor=${first.next}`;
    expect(names(await list(next))).toEqual(['photos/cover.jpg']);
  });
});

describe('names', () => {
  const AWKWARD = [
    ' leading and trailing ',
    'A.txt',
    'a.txt',
    'caf\u00e9.txt',
    'cafe\u0301.txt',
    'percent %41 plus + hash # question ? star *.txt',
    `quotes ' " \``,
    'gpj.\u202eexe.txt',
    '\u05e9\u05dc\u05d5\u05dd.txt',
    '\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67.png',
    'x'.repeat(200),
  ];

  it('are listed, begun at, found and opened as they are', async () => {
    const bucket = 'awkward';
    await test.s3.makeBucket({ bucket });
    const longest = `${'\u00fc'.repeat(100)}/`.repeat(5).concat('y'.repeat(19));
    expect(Buffer.byteLength(longest)).toBe(1024);
    for (const key of [...AWKWARD, longest]) await put(bucket, key, key.slice(0, 5));
    const inOrder = [...AWKWARD, longest].sort((a, b) =>
      Buffer.compare(Buffer.from(a), Buffer.from(b)),
    );
    expect(names(await list('recursive=true', bucket))).toEqual(inOrder);
    for (const [index, key] of inOrder.entries()) {
      const one = await list(`prefix=${wire(key)}&limit=1`, bucket);
      expect(one.objects[0]).toMatchObject({ name: key, size: Buffer.byteLength(key.slice(0, 5)) });
      const from = await list(`recursive=true&start=${wire(key)}`, bucket);
      expect(names(from)).toEqual(inOrder.slice(index));
    }
    const found = await list(`recursive=true&search=${encodeURIComponent('CAF\u00c9')}`, bucket);
    expect(names(found)).toHaveLength(2);
  });
});

describe('versions', () => {
  it('come newest first, with delete markers', async () => {
    const bucket = 'versioned';
    await test.s3.makeBucket({ bucket });
    await test.s3.putBucketVersioning({ bucket, state: 'enabled' });
    await put(bucket, 'a.txt', 'one');
    await put(bucket, 'a.txt', 'three');
    await test.s3.deleteObject({ bucket, key: 'a.txt' });
    const page = await list(`with_versions=true&prefix=${wire('a.txt')}`, bucket);
    expect(
      page.objects.map(({ is_latest, is_delete_marker }) => [is_latest, is_delete_marker]),
    ).toEqual([
      [true, true],
      [false, false],
      [false, false],
    ]);
    expect(page.objects.slice(1).map(({ size }) => size)).toEqual([5, 3]);
    expect(new Set(page.objects.map(({ version_id }) => version_id)).size).toBe(3);
    const pages: StoredObject[] = [];
    let next: string | undefined;
    do {
      const query = `with_versions=true&prefix=${wire('a.txt')}&limit=1`;
      const part = await list(`${query}${next ? `&cursor=${next}` : ''}`, bucket);
      pages.push(...part.objects);
      next = part.next;
    } while (next);
    expect(pages).toEqual(page.objects);
    expect(names(await list('', bucket))).toEqual([]);
  });
});

describe('what cannot be listed', () => {
  const refused = async (url: string, caller = root) => (await caller.send({ url })).json();

  it.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['recursive=yes', 'recursive'],
    ['cursor=nonsense', 'cursor'],
    [`search=${'x'.repeat(1025)}`, 'search'],
    ['prefix=a&prefix=b', 'prefix'],
    ['prefix=a/&start=b', 'start'],
    ['min_size=-1', 'min_size'],
    ['max_size=x', 'max_size'],
    ['modified_after=yesterday', 'modified_after'],
    ['modified_before=2026-01-01', 'modified_before'],
  ])('is refused with the field: %s', async (query, field) => {
    expect(await refused(`/api/v1/buckets/${BUCKET}/objects?${query}`)).toMatchObject({
      code: 400,
      errorCode: 'InvalidInput',
      field,
    });
  });

  it.each([
    ['another listing', '', { token: '["a","b"]' }],
    ['another listing', 'with_versions=true&', { token: 'a' }],
    ['no text that can be sent', '', { token: '\ud800' }],
    ['no text that can be sent', 'with_versions=true&', { token: '["\ud800",""]' }],
    ['a version of no key', 'with_versions=true&', { token: '["","not-a-version"]' }],
    ['too many markers', 'with_versions=true&', { token: '["a","b","c"]' }],
    ['a number', 'with_versions=true&', { token: '5' }],
    ['a search that was none', 'search=x&', { token: '\0', after: 'x' }],
  ])('is behind the cursor of %s: %s%j', async (_what, query, cursor) => {
    const text = Buffer.from(JSON.stringify(cursor)).toString('base64url');
    const url = `/api/v1/buckets/${BUCKET}/objects?${query}cursor=${text}`;
    expect(await refused(url)).toMatchObject({ code: 400, field: 'cursor' });
  });

  it('is a prefix over 1,024 bytes', async () => {
    const url = `/api/v1/buckets/${BUCKET}/objects?prefix=${wire('ü'.repeat(513))}`;
    expect(await refused(url)).toMatchObject({ errorCode: 'KeyTooLong', field: 'prefix' });
  });

  it('is a bucket that is not there', async () => {
    expect(await refused('/api/v1/buckets/not-there/objects')).toMatchObject({
      code: 404,
      errorCode: 'BucketNotFound',
    });
  });

  it('is a bucket that the policy closes, and the action is named [OBJ-29]', async () => {
    const keys = await test.addUser('writer', {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['s3:PutObject'], Resource: ['arn:aws:s3:::*'] }],
    });
    const writer = await test.logIn(keys);
    expect(await refused(`/api/v1/buckets/${BUCKET}/objects`, writer)).toMatchObject({
      code: 403,
      detailedMessage: 'The storage server refuses s3:ListBucket to this account.',
    });
  });
});
