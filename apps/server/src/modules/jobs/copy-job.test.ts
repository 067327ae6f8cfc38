import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';
import {
  contentOf,
  doJob,
  ended,
  failuresOf,
  keysOf,
  newBucket,
  post,
  putAll,
} from './testing/job-calls.ts';

let test: TestConsole;
let root: TestCaller;
beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
});
afterEach(() => test.gate.set('open'));
afterAll(() => test.close());

const copy = (bucket: string, items: readonly string[], target: object, more: object = {}) => ({
  ...{ kind: 'copy', bucket, selection: { items }, conflict: 'skip', ...more },
  target: { bucket, prefix: '', ...target },
});

describe('a job that copies', () => {
  it('takes objects and folders to another bucket, with type, metadata and tags', async () => {
    const [bucket, other] = [await newBucket(test), await newBucket(test)];
    await putAll(test, bucket, ['x/folder/1', 'x/folder/sub/2', 'x/not']);
    await test.s3.putObject({
      ...{ bucket, key: 'x/a', body: Buffer.from('a'), size: 1 },
      ...{ contentType: 'text/plain', metadata: { from: 'there' }, tags: { team: 'a b' } },
    });
    const job = await doJob(
      root,
      copy(bucket, ['x/folder/', 'x/a'], { bucket: other, prefix: 'to/' }),
    );
    expect(job).toMatchObject({ state: 'done', done: { objects: 3 }, failed: 0 });
    expect(await keysOf(test, other)).toEqual(['to/a', 'to/folder/1', 'to/folder/sub/2']);
    expect(await keysOf(test, bucket)).toHaveLength(4);
    const copied = { bucket: other, key: 'to/a' };
    expect(await test.s3.headObject(copied)).toMatchObject({
      contentType: 'text/plain',
      metadata: { from: 'there' },
    });
    expect(await test.s3.getObjectTagging(copied)).toEqual({ team: 'a b' });

    const bare = copy(bucket, ['x/a'], { prefix: 'bare/' }, { metadata: false, tags: false });
    await doJob(root, bare);
    const left = { bucket, key: 'bare/a' };
    expect(await test.s3.headObject(left)).toMatchObject({
      ...{ contentType: 'text/plain', metadata: {}, tagCount: 0 },
    });
  });

  it('leaves nothing out behind a folder beside many names that begin like it', async () => {
    const bucket = await newBucket(test);
    const numbers = Array.from({ length: 110 }, (_, index) => String(index).padStart(3, '0'));
    const keys = numbers.flatMap((number) => [`in/log-${number}`, `in/log/${number}`]);
    await putAll(test, bucket, [...keys, 'in/man']);
    const job = await doJob(root, copy(bucket, ['in/'], { prefix: 'to/' }));
    expect(job).toMatchObject({ state: 'done', done: { objects: 221 }, failed: 0 });
  });

  it('keeps what is there, replaces it, or keeps both', async () => {
    const bucket = await newBucket(test);
    const fresh = async () => {
      await putAll(test, bucket, ['in/a.txt', 'in/b.txt', 'to/in/a.txt']);
      return (conflict: string) => copy(bucket, ['in/'], { prefix: 'to/' }, { conflict });
    };
    const rule = await fresh();
    expect(await doJob(root, rule('skip'))).toMatchObject({ done: { objects: 1 }, skipped: 1 });
    expect(await contentOf(test, bucket, 'to/in/a.txt')).toBe('to/in/a.txt');
    expect(await doJob(root, rule('keep-both'))).toMatchObject({ done: { objects: 2 } });
    expect(await keysOf(test, bucket, 'to/')).toEqual([
      ...['to/in/a (2).txt', 'to/in/a.txt', 'to/in/b (2).txt', 'to/in/b.txt'],
    ]);
    expect(await contentOf(test, bucket, 'to/in/a (2).txt')).toBe('in/a.txt');
    expect(await doJob(root, rule('overwrite'))).toMatchObject({ done: { objects: 2 } });
    expect(await contentOf(test, bucket, 'to/in/a.txt')).toBe('in/a.txt');
  });

  it('gives two of one name in one place a name each, and overwrites neither', async () => {
    const bucket = await newBucket(test);
    await putAll(test, bucket, ['a/x', 'b/x']);
    const items = ['a/x', 'b/x'];
    const refused = await post(root, '', copy(bucket, items, {}, { conflict: 'overwrite' }));
    expect(refused.json()).toMatchObject({ errorCode: 'InvalidInput', field: 'conflict' });
    await doJob(root, copy(bucket, items, {}, { conflict: 'keep-both' }));
    expect(await keysOf(test, bucket)).toEqual(['a/x', 'b/x', 'x', 'x (2)']);
  });

  it('copies names of any kind, and tells of one that grows too long', async () => {
    const bucket = await newBucket(test);
    const names = ['a b%20+c#?&', '\u202egnp.exe', '😀ü', 'line\nbreak', 'x'.repeat(1020)];
    await putAll(
      test,
      bucket,
      names.map((name) => `n/${name}`),
    );
    const job = await doJob(root, copy(bucket, ['n/'], { prefix: 'longer/' }));
    expect(job).toMatchObject({ done: { objects: 4 }, failed: 1 });
    expect(await failuresOf(root, job.id)).toMatchObject([{ code: 'KeyTooLong' }]);
    for (const name of names.slice(0, 4)) {
      expect(await contentOf(test, bucket, `longer/n/${name}`)).toBe(`n/${name}`);
    }
  });

  it.each([
    [{ items: ['a/'] }, { prefix: 'a/b/' }, 'target.prefix'],
    [{ items: ['a/'] }, { prefix: 'a/' }, 'target.prefix'],
    [{ prefix: '' }, { prefix: 'a/' }, 'target.prefix'],
    [{ items: ['a/'] }, { prefix: 'no-folder' }, 'target.prefix'],
    [{ items: ['a/', 'b'] }, { prefix: '', name: 'c' }, 'target.name'],
    [{ items: ['a'] }, { prefix: '', name: 'c/d' }, 'target.name'],
    [{ items: ['a'] }, { bucket: 'minio', prefix: '' }, 'name'],
    [{ items: ['\ud800'] }, { prefix: '' }, 'selection.items.0'],
  ])('refuses %j to %j, and names the field', async (selection, target, field) => {
    const request = { ...copy('some-bucket', [], target), selection };
    const answer = await post(root, '', request);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().field).toBe(field);
  });

  it('ends where the target bucket is missing, and can be retried when it is there', async () => {
    const bucket = await newBucket(test);
    const missing = `missing-${randomUUID()}`;
    await putAll(test, bucket, ['a', 'b']);
    const job = await doJob(root, copy(bucket, ['a', 'b'], { bucket: missing }));
    expect(job).toMatchObject({ state: 'failed', failure: { code: 'BucketNotFound' } });
    await test.s3.makeBucket({ bucket: missing });
    await post(root, `/${job.id}/retry`);
    expect(await ended(root, job.id)).toMatchObject({ state: 'done', done: { objects: 2 } });
    expect(await keysOf(test, missing)).toEqual(['a', 'b']);
  });
});

describe('a job that moves', () => {
  const move = (...parts: Parameters<typeof copy>) => ({ ...copy(...parts), kind: 'move' });

  it('gives a folder or an object another name', async () => {
    const bucket = await newBucket(test);
    await putAll(test, bucket, ['p/old/1', 'p/old/sub/2', 'p/older', 'p/x.txt']);
    await doJob(root, move(bucket, ['p/old/'], { prefix: 'p/', name: 'new' }));
    await doJob(root, move(bucket, ['p/x.txt'], { prefix: 'p/', name: 'ü.txt' }));
    expect(await keysOf(test, bucket)).toEqual(['p/new/1', 'p/new/sub/2', 'p/older', 'p/ü.txt']);
  });

  it('leaves an original where its copy was skipped', async () => {
    const bucket = await newBucket(test);
    await putAll(test, bucket, ['in/a', 'in/b', 'a']);
    const job = await doJob(root, move(bucket, ['in/a', 'in/b'], {}));
    expect(job).toMatchObject({ done: { objects: 1 }, skipped: 1 });
    expect(await keysOf(test, bucket)).toEqual(['a', 'b', 'in/a']);
    expect(await contentOf(test, bucket, 'a')).toBe('a');
  });

  it('keeps an original whose copy is not there as it was written', async () => {
    const bucket = await newBucket(test);
    await putAll(test, bucket, ['in/a']);
    test.gate.set(
      { status: 404, code: 'NoSuchKey' },
      ({ method, url }) => method === 'HEAD' && url?.endsWith('/to/a') === true,
    );
    const job = await doJob(root, move(bucket, ['in/a'], { prefix: 'to/' }));
    expect(job).toMatchObject({ state: 'done', done: { objects: 0 }, failed: 1 });
    expect((await failuresOf(root, job.id))[0]?.detail).toMatch(/could not be verified/);
    expect(await keysOf(test, bucket, 'in/')).toEqual(['in/a']);
  });

  it('keeps an original that is replaced after it was copied', async () => {
    const bucket = await newBucket(test);
    await putAll(test, bucket, ['in/a']);
    let looks = 0;
    let replaced = false;
    test.gate.set('closed', ({ method, url }) => {
      if (method !== 'HEAD' || !url?.endsWith('/to/a')) return false;
      looks += 1;
      if (looks === 2) {
        const body = Buffer.from('newer');
        const put = test.s3.putObject({ bucket, key: 'in/a', body, size: body.length });
        void put.then(() => {
          replaced = true;
        });
      }
      // The second check of the copy waits until the original has different content.
      return looks >= 2 && !replaced;
    });
    const job = await doJob(root, move(bucket, ['in/a'], { prefix: 'to/' }));
    expect(await failuresOf(root, job.id)).toMatchObject([{ code: 'ChangedMeanwhile' }]);
    expect(await contentOf(test, bucket, 'in/a')).toBe('newer');
  });

  it('copies nothing that is no longer what was listed', async () => {
    const bucket = await newBucket(test);
    await putAll(test, bucket, ['in/a', 'in/b']);
    test.gate.set({ status: 412, code: 'PreconditionFailed' }, ({ method, headers }) => {
      const source = headers['x-amz-copy-source'];
      expect(source === undefined || headers['x-amz-copy-source-if-match']).toBeTruthy();
      return method === 'PUT' && source === `/${bucket}/in/a`;
    });
    const job = await doJob(root, move(bucket, ['in/'], { prefix: 'to/' }));
    expect(job).toMatchObject({ done: { objects: 1 }, failed: 1 });
    expect(await failuresOf(root, job.id)).toMatchObject([
      { key: 'in/a', code: 'ChangedMeanwhile' },
    ]);
    expect(await keysOf(test, bucket)).toEqual(['in/a', 'to/in/b']);
  });

  it('says that a copy is there where the original may not be deleted, and deletes it by Retry alone', async () => {
    const bucket = await newBucket(test);
    await putAll(test, bucket, ['in/a']);
    test.gate.set({ status: 403, code: 'AccessDenied' }, ({ method }) => method === 'DELETE');
    const job = await doJob(root, move(bucket, ['in/'], { prefix: 'to/' }));
    expect(job).toMatchObject({ failed: 1, done: { objects: 0 } });
    expect(await failuresOf(root, job.id)).toMatchObject([
      { code: 'AccessDenied', detail: expect.stringMatching(/^It was copied, but/) },
    ]);
    let copies = 0;
    test.gate.set('open', ({ headers }) => {
      if (headers['x-amz-copy-source']) copies += 1;
      return true;
    });
    await post(root, `/${job.id}/retry`);
    expect(await ended(root, job.id)).toMatchObject({ failed: 0, done: { objects: 1 } });
    expect(copies).toBe(0);
    expect(await keysOf(test, bucket)).toEqual(['to/in/a']);
  });

  it('waits for a storage server that is away for a moment', async () => {
    const bucket = await newBucket(test);
    await putAll(test, bucket, ['in/a', 'in/b']);
    let refused = 0;
    test.gate.set('closed', ({ method, headers }) => {
      refused += 1;
      return method === 'PUT' && headers['x-amz-copy-source'] !== undefined && refused < 8;
    });
    const job = await doJob(root, move(bucket, ['in/'], { prefix: 'to/' }));
    expect(job).toMatchObject({ state: 'done', done: { objects: 2 }, failed: 0 });
    expect(await keysOf(test, bucket)).toEqual(['to/in/a', 'to/in/b']);
  });
});
