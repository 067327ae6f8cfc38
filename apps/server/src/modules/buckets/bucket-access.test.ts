import { publicPolicy } from '@stowage/domain/bucket-access';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';

let test: TestConsole;
let root: TestCaller;

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
  for (const bucket of ['closed', 'opened', 'partly', 'shared'])
    await test.s3.makeBucket({ bucket });
  await test.s3.putBucketPolicy({ bucket: 'opened', policy: publicPolicy('opened') });
  await test.s3.putBucketPolicy({ bucket: 'partly', policy: readOnly('partly', '*') });
  const bob = 'arn:aws:iam::000000000000:user/bob';
  await test.s3.putBucketPolicy({ bucket: 'shared', policy: readOnly('shared', bob) });
});
afterAll(() => test.close());

const readOnly = (bucket: string, principal: string) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { AWS: [principal] },
        Action: ['s3:GetObject'],
        Resource: [`arn:aws:s3:::${bucket}/*`],
      },
    ],
  });

const onlyOpened = { access: { opened: 'PUBLIC' }, anonymous: ['opened'] };

const ask = (names: string, caller = root) =>
  caller.send({ url: `/api/v1/buckets-access?names=${names}` });

describe('the access of buckets', () => {
  it('is told for those that are asked about', async () => {
    expect((await ask('closed,opened,partly,shared')).json()).toEqual({
      access: { closed: 'PRIVATE', opened: 'PUBLIC', partly: 'CUSTOM', shared: 'CUSTOM' },
      anonymous: ['opened', 'partly'],
    });
    expect((await ask('opened,opened')).json()).toEqual(onlyOpened);
  });

  it('leaves out what is gone, and what the caller may not know', async () => {
    expect((await ask('opened,not-there')).json()).toEqual(onlyOpened);
    const keys = await test.addUser('half-blind', {
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Action: ['s3:GetBucketPolicy'], Resource: ['arn:aws:s3:::partly'] },
      ],
    });
    expect((await ask('opened,partly', await test.logIn(keys))).json()).toEqual({
      access: { partly: 'CUSTOM' },
      anonymous: ['partly'],
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
