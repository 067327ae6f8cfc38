import type { StoredObject } from '@stowage/contract/objects';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';

const BUCKET = 'rewound';

let test: TestConsole;
let root: TestCaller;
/** The times after each of the steps below. */
const times: string[] = [];

const put = (key: string, text: string) =>
  test.s3.putObject({ bucket: BUCKET, key, size: text.length, body: Buffer.from(text) });
const remove = (key: string) => test.s3.deleteObject({ bucket: BUCKET, key });

/** Returns a time after all previous changes and before all later ones. */
async function step(): Promise<void> {
  const { versions } = await test.s3.listObjectVersions({ bucket: BUCKET });
  const latest =
    versions
      .map(({ lastModified }) => lastModified)
      .sort()
      .at(-1) ?? '';
  times.push(latest);
  while (Date.now() <= Date.parse(latest)) await new Promise(setImmediate);
}

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
  await test.s3.makeBucket({ bucket: BUCKET });
  await test.s3.putBucketVersioning({ bucket: BUCKET, state: 'enabled' });
  await put('a.txt', 'one');
  await put('old/x.txt', 'x');
  await step();
  await put('a.txt', 'three');
  await put('b.txt', 'bee');
  await put('new/y.txt', 'y');
  await step();
  await remove('a.txt');
  await remove('old/x.txt');
  await step();
  await put('a.txt', 'again');
});
afterAll(() => test.close());

const wire = (text: string) => encodeURIComponent(Buffer.from(text).toString('base64'));

async function get(url: string) {
  const response = await root.send({ url });
  expect(response.statusCode).toBe(200);
  return response.json() as { objects: StoredObject[] | null; next?: string };
}

const rewind = (date: string | undefined, query = '') =>
  get(`/api/v1/buckets/${BUCKET}/rewind/${date}?${query}`);

const shown = ({ objects }: { objects: StoredObject[] | null }) =>
  (objects ?? []).map(({ name, size, delete_flag }) =>
    delete_flag ? `${name} deleted` : size === undefined ? name : `${name} ${size}`,
  );

describe('a folder as it was', () => {
  it('shows of each object the version that was the latest then [API-55] [REWIND-04]', async () => {
    expect(shown(await rewind(times[0]))).toEqual(['a.txt 3', 'old/']);
    expect(shown(await rewind(times[1]))).toEqual(['a.txt 5', 'b.txt 3', 'new/', 'old/']);
    const past = await rewind(times[2]);
    expect(shown(past)).toEqual(['a.txt deleted', 'b.txt 3', 'new/', 'old/ deleted']);
    expect(past.objects?.[0]).toMatchObject({ is_delete_marker: true, delete_flag: true });
    expect(past.objects?.[1]?.version_id).toMatch(/.+/);
    expect(shown(await rewind('2100-01-01T00:00:00Z'))).toContain('a.txt 5');
  });

  it('is opened below a prefix too', async () => {
    expect(shown(await rewind(times[0], `prefix=${wire('old/')}`))).toEqual(['old/x.txt 1']);
    expect(shown(await rewind(times[2], `prefix=${wire('old/')}`))).toEqual(['old/x.txt deleted']);
    expect((await rewind(times[0], `prefix=${wire('new/')}`)).objects).toBeNull();
  });

  it('is empty before anything was there', async () => {
    expect(await rewind('2000-01-01T00:00:00Z')).toMatchObject({ objects: null, total: 0 });
  });

  it('takes times of other zones', async () => {
    const zoned = times[0]?.replace('Z', '-00:00').replace('-00:00', '+00:00') ?? '';
    expect(shown(await rewind(encodeURIComponent(zoned)))).toEqual(['a.txt 3', 'old/']);
  });

  it('gives the version that can be downloaded and has the old content', async () => {
    const [object] = (await rewind(times[0])).objects ?? [];
    const version = encodeURIComponent(Buffer.from(object?.version_id ?? '').toString('base64'));
    const url = `/api/v1/buckets/${BUCKET}/objects/download?prefix=${wire('a.txt')}&version_id=${version}`;
    expect((await root.send({ url })).body).toBe('one');
  });

  it('can be searched', async () => {
    expect(shown(await rewind(times[0], 'recursive=true&search=*.txt'))).toEqual([
      'a.txt 3',
      'old/x.txt 1',
    ]);
    expect(shown(await rewind(times[1], 'recursive=true&search=b&min_size=3'))).toEqual([
      'b.txt 3',
    ]);
  });

  it('comes in pages, each object once whatever its versions', async () => {
    const seen: string[] = [];
    let next: string | undefined;
    do {
      const page = await rewind(times[1], `limit=1${next ? `&cursor=${next}` : ''}`);
      expect(page.objects?.length ?? 0).toBeLessThanOrEqual(1);
      seen.push(...shown(page));
      next = page.next;
    } while (next);
    expect(seen).toEqual(['a.txt 5', 'b.txt 3', 'new/', 'old/']);
  });

  it.each(['yesterday', '2026-01-01', '2026-13-01T00:00:00Z', '%00'])(
    'is refused at %s, and the field is named',
    async (date) => {
      const answer = await root.send({ url: `/api/v1/buckets/${BUCKET}/rewind/${date}` });
      expect(answer.json()).toMatchObject({ code: 400, errorCode: 'InvalidInput', field: 'date' });
    },
  );

  it('is shown to those alone who may list the versions', async () => {
    const keys = await test.addUser('no-past', {
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Action: ['s3:ListBucket'], Resource: ['arn:aws:s3:::*'] },
        { Effect: 'Deny', Action: ['s3:ListBucketVersions'], Resource: ['arn:aws:s3:::*'] },
      ],
    });
    const caller = await test.logIn(keys);
    const answer = await caller.send({ url: `/api/v1/buckets/${BUCKET}/rewind/${times[0]}` });
    expect(answer.json()).toMatchObject({ code: 403, errorCode: 'AccessDenied' });
  });
});

describe('deleted objects', () => {
  it('are shown beside the others when asked for', async () => {
    await remove('b.txt');
    const url = `/api/v1/buckets/${BUCKET}/objects?`;
    expect(shown(await get(url))).toEqual(['a.txt 5', 'new/']);
    expect(shown(await get(`${url}with_deleted=true`))).toEqual([
      'a.txt 5',
      'b.txt deleted',
      'new/',
      'old/ deleted',
    ]);
    expect(shown(await get(`${url}with_deleted=true&recursive=true&search=.txt`))).toEqual([
      'a.txt 5',
      'b.txt deleted',
      'new/y.txt 1',
      'old/x.txt deleted',
    ]);
  });
});
