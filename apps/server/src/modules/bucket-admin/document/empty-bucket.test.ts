import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestConsole,
  type TestCaller,
  type TestConsole,
} from '../../../testing/test-console.ts';

interface Answer {
  readonly deleted: number;
  readonly cursor?: string;
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
  readonly refusedCount: number;
}

let test: TestConsole;
let root: TestCaller;
let buckets = 0;

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
});
afterAll(() => test.close());

async function newBucket(objectLock = false): Promise<string> {
  buckets += 1;
  const bucket = `emptied-${buckets}`;
  await test.s3.makeBucket({ bucket, objectLock });
  return bucket;
}

const put = (bucket: string, key: string) =>
  test.s3.putObject({ bucket, key, size: 1, body: Buffer.from('x') });

const empty = (bucket: string, cursor?: string, caller = root) =>
  caller.send({
    method: 'POST',
    url: `/api/v1/buckets/${bucket}/empty`,
    payload: cursor === undefined ? {} : { cursor },
  });

/** Calls until no cursor is returned, as the browser does. */
async function emptyAll(bucket: string, caller = root): Promise<Answer[]> {
  const answers: Answer[] = [];
  let cursor: string | undefined;
  do {
    const response = await empty(bucket, cursor, caller);
    expect(response.statusCode).toBe(200);
    const answer: Answer = response.json();
    answers.push(answer);
    cursor = answer.cursor;
  } while (cursor !== undefined && answers.length < 50);
  expect(cursor).toBeUndefined();
  return answers;
}

const sum = (answers: readonly Answer[], count: (answer: Answer) => number) =>
  answers.reduce((total, answer) => total + count(answer), 0);

describe('emptying a bucket', () => {
  it('deletes versions, delete markers and incomplete uploads', async () => {
    const bucket = await newBucket();
    await put(bucket, 'before versioning');
    await test.s3.putBucketVersioning({ bucket, state: 'enabled' });
    for (const key of ['a', 'a', 'folder/', 'folder/b+ü', 'gone']) await put(bucket, key);
    await test.s3.deleteObject({ bucket, key: 'gone' });
    await test.s3.createMultipartUpload({ bucket, key: 'open' });
    const answers = await emptyAll(bucket);
    expect(sum(answers, ({ deleted }) => deleted)).toBe(8);
    expect(sum(answers, ({ refusedCount }) => refusedCount)).toBe(0);
    expect((await test.s3.listObjectVersions({ bucket })).versions).toEqual([]);
    expect((await test.s3.listMultipartUploads({ bucket })).uploads).toEqual([]);
    await test.s3.removeBucket({ bucket });
  });

  it('ends at once where there is nothing', async () => {
    const response = await empty(await newBucket());
    expect(response.json()).toEqual({ deleted: 0, refused: [], refusedCount: 0 });
  });

  it('passes by what is locked, counts it and says until when', async () => {
    const bucket = await newBucket(true);
    const retention = { mode: 'COMPLIANCE', unit: 'days', validity: 1 } as const;
    await put(bucket, 'a free one');
    await test.s3.putObjectLockConfiguration({ bucket, retention });
    for (let n = 0; n < 12; n += 1) await put(bucket, `locked-${n}`);
    await test.s3.putObjectLockConfiguration({ bucket });
    await put(bucket, 'z free one');
    const answers = await emptyAll(bucket);
    expect(sum(answers, ({ deleted }) => deleted)).toBe(2);
    expect(sum(answers, ({ refusedCount }) => refusedCount)).toBe(12);
    expect(answers[0]?.refused).toHaveLength(10);
    expect(answers[0]?.refused[0]).toEqual({
      name: 'locked-0',
      reason: expect.stringMatching(/^It is locked until \d{4}-\d\d-\d\dT/),
    });
    expect((await test.s3.listObjectVersions({ bucket })).versions).toHaveLength(12);
  });

  it('goes on behind the cursor, and never back to what was refused', async () => {
    const bucket = await newBucket();
    for (const key of ['a', 'b', 'c']) await put(bucket, key);
    const cursor = Buffer.from(
      JSON.stringify({ phase: 'versions', key: 'b', versionId: 'null' }),
    ).toString('base64url');
    expect((await empty(bucket, cursor)).json()).toMatchObject({ deleted: 1 });
    const { objects } = await test.s3.listObjects({ bucket });
    expect(objects.map(({ key }) => key)).toEqual(['a', 'b']);
  });

  it('goes through more than a page', async () => {
    const bucket = await newBucket();
    await Promise.all(
      Array.from({ length: 8 }, async (_, part) => {
        for (let n = 0; n < 150; n += 1) await put(bucket, `${part}/${n}`);
      }),
    );
    const answers = await emptyAll(bucket);
    expect(sum(answers, ({ deleted }) => deleted)).toBe(1200);
    expect((await test.s3.listObjectVersions({ bucket })).versions).toEqual([]);
  });

  it('refuses each object to somebody who may not delete it, and ends', async () => {
    const bucket = await newBucket();
    for (const key of ['a', 'b']) await put(bucket, key);
    const lister = await userWith('empty-lister', 's3:ListBucket', 's3:ListBucketVersions');
    const answers = await emptyAll(bucket, lister);
    expect(answers).toEqual([
      {
        deleted: 0,
        refused: ['a', 'b'].map((name) => ({ name, reason: expect.stringMatching(/permission/) })),
        refusedCount: 2,
      },
    ]);
    expect((await test.s3.listObjects({ bucket })).objects).toHaveLength(2);
  });

  it('is not for those who may not see the versions', async () => {
    const bucket = await newBucket();
    const writer = await userWith('empty-writer', 's3:DeleteObject', 's3:DeleteObjectVersion');
    expect((await empty(bucket, undefined, writer)).json()).toMatchObject({
      code: 403,
      errorCode: 'AccessDenied',
      detailedMessage: 'It needs s3:ListBucketVersions.',
    });
  });

  it.each([
    '',
    'nonsense',
    ...[
      { phase: 'all' },
      { phase: 'versions', key: '\ud800' },
      { phase: 'versions', key: '', versionId: 'x' },
      { phase: 'versions', key: 'a', versionId: '\udfff' },
    ].map((cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')),
  ])('knows the cursor %j for none of its own', async (cursor) => {
    const response = await empty(await newBucket(), cursor);
    expect(response.json()).toMatchObject({ errorCode: 'InvalidInput', field: 'cursor' });
  });

  it('says that the bucket does not exist', async () => {
    expect((await empty('no-such-bucket')).json()).toMatchObject({ errorCode: 'BucketNotFound' });
  });

  it('says that the storage went away in the middle', async () => {
    const bucket = await newBucket();
    await put(bucket, 'a');
    test.gate.set('closed', ({ method }) => method === 'POST');
    const response = await empty(bucket);
    test.gate.set('open');
    expect(response.json()).toMatchObject({ code: 502, errorCode: 'StorageUnreachable' });
    expect((await test.s3.listObjects({ bucket })).objects).toHaveLength(1);
  });
});

async function userWith(name: string, ...actions: string[]): Promise<TestCaller> {
  const Statement = [{ Effect: 'Allow', Action: actions, Resource: ['arn:aws:s3:::*'] }];
  return test.logIn(await test.addUser(name, { Version: '2012-10-17', Statement }));
}
