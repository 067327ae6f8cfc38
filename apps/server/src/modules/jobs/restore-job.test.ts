import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';
import { contentOf, doJob, keysOf, newBucket, post } from './testing/job-calls.ts';

let test: TestConsole;
let root: TestCaller;
beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
});
afterAll(() => test.close());

const put = (bucket: string, key: string, text: string, more = {}) =>
  test.s3.putObject({ bucket, key, size: text.length, body: Buffer.from(text), ...more });

async function newVersioned(): Promise<string> {
  const bucket = await newBucket(test);
  await test.s3.putBucketVersioning({ bucket, state: 'enabled' });
  return bucket;
}

/** A time after all previous versions and before all later ones. */
async function now(bucket: string): Promise<string> {
  const { versions } = await test.s3.listObjectVersions({ bucket });
  const latest = Math.max(...versions.map(({ lastModified }) => Date.parse(lastModified)));
  while (Date.now() <= latest) await new Promise(setImmediate);
  return new Date(latest).toISOString();
}

const restore = (bucket: string, selection: object, at: string) =>
  doJob(root, { kind: 'restore', bucket, selection, at });

describe('a job that restores a time', () => {
  it('makes the versions of that time the current ones again, and leaves the rest', async () => {
    const bucket = await newVersioned();
    const described = {
      contentType: 'text/x-old',
      expires: 'Wed, 21 Oct 2037 07:28:00 GMT',
      metadata: { from: 'then' },
      tags: { team: 'old' },
    };
    await put(bucket, 'in/changed', 'then', described);
    await put(bucket, 'in/deleted', 'gone');
    await put(bucket, 'in/same', 'same');
    await put(bucket, 'in/removed-then', 'x');
    await test.s3.deleteObject({ bucket, key: 'in/removed-then' });
    await put(bucket, 'out', 'then');
    const at = await now(bucket);
    await put(bucket, 'in/changed', 'today');
    await test.s3.deleteObject({ bucket, key: 'in/deleted' });
    await put(bucket, 'in/new', 'new');
    await put(bucket, 'in/removed-then', 'back');
    await put(bucket, 'out', 'today');

    const job = await restore(bucket, { prefix: 'in/' }, at);
    expect(job).toMatchObject({ state: 'done', at, done: { objects: 2 }, skipped: 1, failed: 0 });
    expect(await contentOf(test, bucket, 'in/changed')).toBe('then');
    expect(await contentOf(test, bucket, 'in/deleted')).toBe('gone');
    expect(await contentOf(test, bucket, 'in/new')).toBe('new');
    expect(await contentOf(test, bucket, 'in/removed-then')).toBe('back');
    expect(await contentOf(test, bucket, 'out')).toBe('today');
    const { tags, ...headers } = described;
    expect(await test.s3.headObject({ bucket, key: 'in/changed' })).toMatchObject(headers);
    expect(await test.s3.getObjectTagging({ bucket, key: 'in/changed' })).toEqual(tags);
    const { versions } = await test.s3.listObjectVersions({ bucket, prefix: 'in/same' });
    expect(versions).toHaveLength(1);

    expect(await restore(bucket, { prefix: 'in/' }, at)).toMatchObject({ done: { objects: 2 } });
  });

  it('takes named objects and folders, and what a search finds', async () => {
    const bucket = await newVersioned();
    const keys = ['a', 'ab', 'folder/a.txt', 'folder/b.log', 'other/a.txt'];
    for (const key of keys) await put(bucket, key, 'then');
    const at = await now(bucket);
    for (const key of keys) await test.s3.deleteObject({ bucket, key });
    await restore(bucket, { items: ['a', 'folder/'] }, at);
    expect(await keysOf(test, bucket)).toEqual(['a', 'folder/a.txt', 'folder/b.log']);
    await restore(bucket, { prefix: '', search: 'a*.txt' }, at);
    expect(await keysOf(test, bucket)).not.toContain('ab');
    expect(await keysOf(test, bucket)).toContain('other/a.txt');
  });

  it('finds the version whichever page it is on', async () => {
    const bucket = await newVersioned();
    await put(bucket, 'a', 'then');
    await put(bucket, 'b', 'then');
    const at = await now(bucket);
    // More than a page of a batch, all newer: the wanted version is on the next page.
    for (let round = 0; round < 130; round += 1) await put(bucket, 'a', `later ${round}`);
    await put(bucket, 'b', 'later');
    expect(await restore(bucket, { prefix: '' }, at)).toMatchObject({ done: { objects: 2 } });
    expect(await contentOf(test, bucket, 'a')).toBe('then');
    expect(await contentOf(test, bucket, 'b')).toBe('then');
  });

  it('counts beforehand what has changed since', async () => {
    const bucket = await newVersioned();
    await put(bucket, 'changed', 'then');
    await put(bucket, 'same', 'same');
    const at = await now(bucket);
    await put(bucket, 'changed', 'now');
    const answer = await post(root, '/preview', { bucket, selection: { prefix: '' }, at });
    expect(answer.json()).toEqual({ objects: 1, bytes: 4, complete: true });
    const later = new Date(Date.now() + 86_400_000).toISOString();
    const request = { kind: 'restore', bucket, selection: { prefix: '' }, at: later };
    expect((await post(root, '', request)).json()).toMatchObject({ code: 400, field: 'at' });
  });
});
