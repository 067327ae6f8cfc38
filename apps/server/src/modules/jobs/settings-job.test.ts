import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';
import { doJob, failuresOf, newBucket, post, putAll } from './testing/job-calls.ts';

let test: TestConsole;
let root: TestCaller;
beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
});
afterAll(() => test.close());

describe('a job that tags', () => {
  it('adds tags to those that are there, replaces them, or takes some away', async () => {
    const bucket = await newBucket(test);
    await putAll(test, bucket, ['in/b', 'out']);
    const tagged = { bucket, key: 'in/a' };
    const body = Buffer.from('x');
    await test.s3.putObject({ ...tagged, body, size: 1, tags: { team: 'one', keep: 'yes' } });
    const tag = (mode: string, tags: object) =>
      doJob(root, { kind: 'tag', bucket, selection: { prefix: 'in/' }, mode, tags });
    const tagsOf = (key: string) => test.s3.getObjectTagging({ bucket, key });

    expect(await tag('add', { team: 'two', new: 'a b' })).toMatchObject({ done: { objects: 2 } });
    expect(await tagsOf('in/a')).toEqual({ team: 'two', keep: 'yes', new: 'a b' });
    expect(await tagsOf('in/b')).toEqual({ team: 'two', new: 'a b' });
    await tag('remove', { team: '', new: '' });
    expect(await tagsOf('in/a')).toEqual({ keep: 'yes' });
    expect(await tagsOf('in/b')).toEqual({});
    await tag('replace', { only: 'this' });
    expect(await tagsOf('in/a')).toEqual({ only: 'this' });
    expect(await tagsOf('out')).toEqual({});
  });

  it('tells of each object that would have too many', async () => {
    const bucket = await newBucket(test);
    const tagsFrom = (start: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`t${start + index}`, 'x']));
    const body = Buffer.from('x');
    await test.s3.putObject({ bucket, key: 'a', body, size: 1, tags: tagsFrom(0, 8) });
    const selection = { items: ['a'] };
    const request = { kind: 'tag', bucket, selection, mode: 'add', tags: tagsFrom(20, 5) };
    const job = await doJob(root, request);
    expect(job).toMatchObject({ state: 'done', failed: 1, retriable: true });
    expect(await failuresOf(root, job.id)).toMatchObject([{ key: 'a' }]);
    const refused = await post(root, '', { ...request, tags: tagsFrom(0, 11) });
    expect(refused.json()).toMatchObject({ errorCode: 'InvalidInput', field: 'tags' });
  });
});

describe('a job that locks', () => {
  const until = new Date(Date.now() + 86_400_000).toISOString();

  it('keeps the current versions from being deleted until a time', async () => {
    const bucket = await newBucket(test, true);
    await putAll(test, bucket, ['in/a', 'in/b']);
    const selection = { prefix: 'in/' };
    const request = { kind: 'retention', bucket, selection, mode: 'GOVERNANCE', until };
    expect(await doJob(root, request)).toMatchObject({ done: { objects: 2 }, failed: 0 });
    const { retention } = await test.s3.headObject({ bucket, key: 'in/a' });
    expect(retention?.mode).toBe('GOVERNANCE');
    const past = { ...request, until: '2020-01-01T00:00:00Z' };
    expect((await post(root, '', past)).json()).toMatchObject({ field: 'until' });
  });

  it('puts the current versions under legal hold, and takes it away', async () => {
    const bucket = await newBucket(test, true);
    await putAll(test, bucket, ['in/a', 'in/b', 'out']);
    const hold = (status: string) =>
      doJob(root, { kind: 'legal-hold', bucket, selection: { prefix: 'in/' }, status });
    const isHeld = async (key: string) => (await test.s3.headObject({ bucket, key })).legalHold;

    const job = await hold('enabled');
    expect(job).toMatchObject({ status: 'enabled', done: { objects: 2 }, failed: 0 });
    expect([await isHeld('in/a'), await isHeld('in/b')]).toEqual([true, true]);
    expect(await isHeld('out')).not.toBe(true);
    await hold('disabled');
    expect([await isHeld('in/a'), await isHeld('in/b')]).not.toContain(true);
  });

  it('tells that a bucket has no locks', async () => {
    const bucket = await newBucket(test);
    await putAll(test, bucket, ['a']);
    const selection = { items: ['a'] };
    const request = { kind: 'retention', bucket, selection, mode: 'COMPLIANCE', until };
    expect(await doJob(root, request)).toMatchObject({ state: 'done', failed: 1 });
  });
});
