import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestConsole,
  type TestCaller,
  type TestConsole,
} from '../../../testing/test-console.ts';
import { settingCalls } from './testing/setting-calls.ts';

let test: TestConsole;
let root: TestCaller;
let buckets = 0;

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
});
afterAll(() => test.close());

async function newBucket(): Promise<string> {
  buckets += 1;
  const bucket = `own-settings-${buckets}`;
  await test.s3.makeBucket({ bucket });
  return bucket;
}

const { call, read } = settingCalls(() => root);

const allow = (Action: string[], ...Resource: string[]) => ({
  Effect: 'Allow',
  Principal: { AWS: ['*'] },
  Action,
  Resource: Resource.map((name) => `arn:aws:s3:::${name}`),
});
const document = (...Statement: object[]) => JSON.stringify({ Version: '2012-10-17', Statement });

describe('the access policy', () => {
  const set = (bucket: string, payload: object) => call('PUT', bucket, 'set-policy', payload);

  it('is private until it is changed [API-19, BSUM-14]', async () => {
    const bucket = await newBucket();
    const before = await read(bucket, 'access-policy');
    expect(before).toMatchObject({ access: 'PRIVATE' });
    expect(before).not.toHaveProperty('definition');
    const answer = await set(bucket, { access: 'PUBLIC' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ access: 'PUBLIC' });
    expect(await read(bucket, 'access-policy')).toMatchObject({
      access: 'PUBLIC',
      revision: answer.json().revision,
    });
  });

  it('lets anonymous users in and keeps them out again', async () => {
    const bucket = await newBucket();
    const object = `${test.target.endpoint}/${bucket}/a`;
    await test.s3.putObject({ bucket, key: 'a', size: 1, body: Buffer.from('a') });
    expect((await fetch(object)).status).toBe(403);
    await set(bucket, { access: 'PUBLIC' });
    expect((await fetch(object)).status).toBe(200);
    expect((await fetch(object, { method: 'PUT', body: 'b' })).status).toBe(200);
    await set(bucket, { access: 'PRIVATE' });
    expect((await fetch(object)).status).toBe(403);
    await expect(test.s3.getBucketPolicy({ bucket })).rejects.toMatchObject({
      code: 'NoSuchBucketPolicy',
    });
  });

  it('takes a document of its own', async () => {
    const bucket = await newBucket();
    const definition = document(allow(['s3:GetObject'], `${bucket}/public/*`));
    const answer = await set(bucket, { access: 'CUSTOM', definition });
    expect(answer.json()).toMatchObject({ access: 'CUSTOM' });
    const stored = JSON.parse(await test.s3.getBucketPolicy({ bucket }));
    expect(stored.Statement[0].Resource).toEqual([`arn:aws:s3:::${bucket}/public/*`]);
    expect(JSON.parse(answer.json().definition)).toEqual(stored);
  });

  it.each([
    ['no document', undefined, 'not valid JSON'],
    ['no JSON', '{"Version":', 'not valid JSON'],
    ['another bucket', document(allow(['s3:GetObject'], 'other/*')), "not in bucket 'own-settings"],
    ['no principal', document({ Effect: 'Allow', Action: ['s3:*'] }), 'principal'],
    ['too many bytes', document(allow(['s3:GetObject'], 'ü'.repeat(10_300))), '20480 bytes'],
  ])('refuses %s and says why', async (_case, definition, reason) => {
    const bucket = await newBucket();
    const response = await set(bucket, { access: 'CUSTOM', definition });
    expect(response.json()).toMatchObject({ code: 400, errorCode: 'InvalidInput' });
    expect(response.json().field).toBe('definition');
    expect(response.json().detailedMessage).toContain(reason);
    expect(await read(bucket, 'access-policy')).toMatchObject({ access: 'PRIVATE' });
  });

  it('is refused by the server in its own words', async () => {
    const bucket = await newBucket();
    const definition = document(allow(['s3:Sing'], `${bucket}/*`));
    const response = await set(bucket, { access: 'CUSTOM', definition });
    expect(response.json()).toMatchObject({ errorCode: 'InvalidInput', field: 'definition' });
    expect(response.json().detailedMessage).toMatch(/s3:Sing|action/i);
  });

  it('names the permission that deleting it needs', async () => {
    const bucket = await newBucket();
    const keys = await test.addUser('policy-writer', {
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Action: ['s3:GetBucketPolicy', 's3:PutBucketPolicy'],
          Resource: ['arn:aws:s3:::*'],
        },
      ],
    });
    const writer = await test.logIn(keys);
    await call('PUT', bucket, 'set-policy', { access: 'PUBLIC' }, writer);
    const response = await call('PUT', bucket, 'set-policy', { access: 'PRIVATE' }, writer);
    expect(response.json()).toMatchObject({
      errorCode: 'AccessDenied',
      detailedMessage: 'The storage server refuses s3:DeleteBucketPolicy to this account.',
    });
  });

  it('answers with what was written to somebody who may not read it', async () => {
    const bucket = await newBucket();
    const keys = await test.addUser('blind-writer', {
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Action: ['s3:PutBucketPolicy'], Resource: ['arn:aws:s3:::*'] },
      ],
    });
    const caller = await test.logIn(keys);
    const answer = await call('PUT', bucket, 'set-policy', { access: 'PUBLIC' }, caller);
    expect(answer.json()).toMatchObject({ access: 'PUBLIC' });
    expect((await read(bucket, 'access-policy')).revision).toBe(answer.json().revision);
  });
});
