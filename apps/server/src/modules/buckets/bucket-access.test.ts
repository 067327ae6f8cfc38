import { publicPolicy } from '@stowage/domain/bucket-access';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';

let test: TestConsole;
let root: TestCaller;

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
  for (const bucket of ['closed', 'opened', 'partly']) await test.s3.makeBucket({ bucket });
  await test.s3.putBucketPolicy({ bucket: 'opened', policy: publicPolicy('opened') });
  await test.s3.putBucketPolicy({ bucket: 'partly', policy: readOnly('partly') });
});
afterAll(() => test.close());

const readOnly = (bucket: string) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { AWS: ['*'] },
        Action: ['s3:GetObject'],
        Resource: [`arn:aws:s3:::${bucket}/*`],
      },
    ],
  });

const ask = (names: string, caller = root) =>
  caller.send({ url: `/api/v1/buckets-access?names=${names}` });

describe('the access of buckets', () => {
  it('is told for those that are asked about', async () => {
    expect((await ask('closed,opened,partly')).json()).toEqual({
      access: { closed: 'PRIVATE', opened: 'PUBLIC', partly: 'CUSTOM' },
    });
    expect((await ask('opened,opened')).json()).toEqual({ access: { opened: 'PUBLIC' } });
  });

  it('leaves out what is gone, and what the caller may not know', async () => {
    expect((await ask('opened,not-there')).json()).toEqual({ access: { opened: 'PUBLIC' } });
    const keys = await test.addUser('half-blind', {
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Action: ['s3:GetBucketPolicy'], Resource: ['arn:aws:s3:::partly'] },
      ],
    });
    expect((await ask('opened,partly', await test.logIn(keys))).json()).toEqual({
      access: { partly: 'CUSTOM' },
    });
  });

  it.each([
    ['', 'names', 'InvalidInput'],
    [Array.from({ length: 101 }, (_, index) => `bucket-${index}`).join(), 'names', 'InvalidInput'],
    ['opened,', 'name', 'InvalidBucketName'],
    ['../x', 'name', 'InvalidBucketName'],
  ])('takes up to a hundred names: not %j', async (names, field, errorCode) => {
    expect((await ask(names)).json()).toMatchObject({ code: 400, errorCode, field });
  });
});
