import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';
import { doJob, ended, failuresOf, keysOf, newBucket, post, putAll } from './testing/job-calls.ts';

let test: TestConsole;
let root: TestCaller;
beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
});
afterAll(() => test.close());

const HOSTILE = [
  'a b%20+c#?&.txt',
  '\u202egnp.exe',
  '😀/ü.txt',
  'quote\'"<>.txt',
  `long/${'x'.repeat(1019)}`,
  'line\nbreak',
  'control\u0001',
];

describe('a job that deletes', () => {
  it('takes what is named, and folders with everything in them, and no neighbour', async () => {
    const bucket = await newBucket(test);
    await putAll(test, bucket, ['a', 'b', 'folder/1', 'folder/sub/2', 'folder2/3']);
    const job = await doJob(root, {
      kind: 'delete',
      bucket,
      selection: { items: ['folder/', 'folder/1', 'a', 'never-there'] },
    });
    expect(job).toMatchObject({
      state: 'done',
      done: { objects: 3, bytes: 'folder/1folder/sub/2a'.length },
      skipped: 1,
      failed: 0,
      total: { objects: 3, complete: true },
      retriable: false,
      items: 3,
      name: 'folder/',
    });
    expect(await keysOf(test, bucket)).toEqual(['b', 'folder2/3']);
  });

  it.each([
    [{ search: '.log' }, ['logs/b.txt', 'other.log']],
    [{ search: '*.log' }, ['logs/b.txt', 'other.log']],
    [{ search: 'x/*' }, ['logs/a.LOG', 'logs/b.txt', 'logs/old.log/c.txt', 'other.log']],
    [{ minSize: 12 }, ['logs/a.LOG', 'logs/b.txt', 'other.log']],
    [{ modifiedBefore: '2020-01-01T00:00:00Z', search: 'a' }, 'all'],
  ])(
    'takes what a search for %j finds, and folders that it finds as a whole',
    async (search, left) => {
      const bucket = await newBucket(test);
      const keys = ['logs/a.LOG', 'logs/b.txt', 'logs/old.log/c.txt', 'logs/x/d.log', 'other.log'];
      await putAll(test, bucket, keys);
      await doJob(root, { kind: 'delete', bucket, selection: { prefix: 'logs/', ...search } });
      expect(await keysOf(test, bucket)).toEqual(left === 'all' ? keys : left);
    },
  );

  it.each([
    { selection: { prefix: 'logs/', serach: 'old' } },
    { selection: { items: ['logs/a'], prefix: 'logs/' } },
    { selection: { prefix: 'logs/' }, olderThan: '30d' },
  ])('is refused with a condition that is not known: %j', async (asked) => {
    const bucket = await newBucket(test);
    await putAll(test, bucket, ['logs/a', 'logs/old']);
    const answer = await post(root, '', { kind: 'delete', bucket, ...asked });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ errorCode: 'InvalidInput' });
    expect(await keysOf(test, bucket)).toEqual(['logs/a', 'logs/old']);
  });

  it('deletes names of any kind', async () => {
    const bucket = await newBucket(test);
    await putAll(test, bucket, HOSTILE);
    const request = { kind: 'delete', bucket, selection: { items: HOSTILE } };
    expect(await doJob(root, request)).toMatchObject({ state: 'done', failed: 0 });
    expect(await keysOf(test, bucket)).toEqual([]);
  });

  it('goes through more than ten thousand objects', async () => {
    const bucket = await newBucket(test);
    await putAll(
      test,
      bucket,
      Array.from({ length: 10_050 }, (_, index) => `all/${index}`),
    );
    const preview = await post(root, '/preview', { bucket, selection: { prefix: 'all/' } });
    const { objects, complete } = preview.json();
    // Counting stops after two seconds, which may be too short on a busy machine.
    if (complete) expect(objects).toBe(10_050);
    else expect(objects).toBeLessThan(10_050);
    const job = await doJob(root, { kind: 'delete', bucket, selection: { prefix: 'all/' } });
    expect(job).toMatchObject({ state: 'done', done: { objects: 10_050 }, failed: 0 });
    expect(await keysOf(test, bucket)).toEqual([]);
  }, 120_000);

  it('leaves versions where they are, or takes them all and tells which are locked', async () => {
    const bucket = await newBucket(test, true);
    await putAll(test, bucket, ['a', 'b']);
    const retention = { mode: 'GOVERNANCE', unit: 'days', validity: 1 } as const;
    await test.s3.putObjectLockConfiguration({ bucket, retention });
    await putAll(test, bucket, ['locked']);
    await test.s3.putObjectLockConfiguration({ bucket });
    const selection = { prefix: '' };
    expect(await doJob(root, { kind: 'delete', bucket, selection })).toMatchObject({
      done: { objects: 3 },
      failed: 0,
    });
    expect(await keysOf(test, bucket)).toEqual([]);

    const job = await doJob(root, { kind: 'delete', bucket, selection, versions: true });
    expect(job).toMatchObject({ state: 'done', done: { objects: 5 }, failed: 1, retriable: true });
    expect(await failuresOf(root, job.id)).toEqual([
      {
        key: 'locked',
        versionId: expect.any(String),
        code: 'ObjectLocked',
        detail: expect.stringMatching(/^It is locked until /),
      },
    ]);
    const { versions } = await test.s3.listObjectVersions({ bucket });
    expect(versions.map(({ key }) => key)).toEqual(['locked']);
  });

  it('takes the versions of a named object, and not those of names that begin with it', async () => {
    const bucket = await newBucket(test, true);
    await putAll(test, bucket, ['a', 'a', 'ab', 'a/b']);
    const request = { kind: 'delete', bucket, selection: { items: ['a'] }, versions: true };
    expect(await doJob(root, request)).toMatchObject({ done: { objects: 2 } });
    expect(await keysOf(test, bucket)).toEqual(['a/b', 'ab']);
  });

  it('tells what the account may not delete, and retries that alone once it may', async () => {
    const bucket = await newBucket(test);
    await putAll(test, bucket, ['own/1', 'own/2', 'others/1', 'others/2']);
    const statement = (actions: readonly string[], resource: string) => ({
      Effect: 'Allow',
      Action: actions,
      Resource: [`arn:aws:s3:::${bucket}${resource}`],
    });
    const policy = (prefix: string) => ({
      Version: '2012-10-17',
      Statement: [statement(['s3:ListBucket'], ''), statement(['s3:DeleteObject'], `/${prefix}*`)],
    });
    const keys = await test.addUser('some-deleter', policy('own/'));
    const user = await test.logIn(keys);
    const job = await doJob(user, { kind: 'delete', bucket, selection: { prefix: '' } });
    expect(job).toMatchObject({ state: 'done', done: { objects: 2 }, failed: 2, retriable: true });
    expect(await failuresOf(user, job.id)).toMatchObject([
      { key: 'others/1', code: 'AccessDenied' },
      { key: 'others/2', code: 'AccessDenied' },
    ]);
    expect((await root.send({ url: '/api/v1/jobs' })).body).not.toContain(job.id);
    expect((await post(root, `/${job.id}/retry`)).statusCode).toBe(404);

    const giveRights = (rights: object) =>
      test.admin.addCannedPolicy({ name: 'some-deleter-policy', policy: JSON.stringify(rights) });
    const { Statement, ...rest } = policy('');
    await giveRights({ ...rest, Statement: Statement.slice(0, 1) });
    expect((await post(user, `/${job.id}/retry`)).json()).toMatchObject({
      ...{ code: 403, errorCode: 'AccessDenied', field: 'selection' },
      detailedMessage: expect.stringContaining('s3:DeleteObject'),
    });
    expect(await failuresOf(user, job.id)).toHaveLength(2);

    await giveRights(policy(''));
    expect((await post(user, `/${job.id}/retry`)).statusCode).toBe(200);
    expect(await ended(user, job.id)).toMatchObject({
      state: 'done',
      done: { objects: 4 },
      failed: 0,
      retriable: false,
    });
    expect(await failuresOf(user, job.id)).toEqual([]);
  });
});
