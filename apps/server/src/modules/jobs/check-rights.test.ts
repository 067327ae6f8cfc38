import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';
import { newBucket, post, start } from './testing/job-calls.ts';

let test: TestConsole;
let bucket = '';
let callers = 0;
beforeAll(async () => {
  test = await startTestConsole();
  bucket = await newBucket(test);
});
afterAll(() => test.close());

/** A user with these permissions in the bucket. */
async function whoMay(...actions: string[]): Promise<TestCaller> {
  callers += 1;
  const policy = {
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Action: ['s3:ListAllMyBuckets'], Resource: ['arn:aws:s3:::*'] },
      {
        Effect: 'Allow',
        Action: actions,
        Resource: [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/mine/*`],
      },
    ],
  };
  return test.logIn(await test.addUser(`job-caller-${callers}`, policy));
}

const folder = { prefix: 'mine/' };
const named = { items: ['mine/a'] };
const tags = { team: 'a' };
const until = new Date(Date.now() + 86_400_000).toISOString();
const copy = { target: { bucket: 'elsewhere', prefix: '' }, conflict: 'skip' };
const past = '2020-01-01T00:00:00Z';

it.each<[string, object, string[], string, string]>([
  [
    'list',
    { kind: 'delete', selection: folder },
    ['s3:DeleteObject'],
    's3:ListBucket',
    'selection',
  ],
  [
    'delete',
    { kind: 'delete', selection: folder },
    ['s3:ListBucket'],
    's3:DeleteObject',
    'selection',
  ],
  [
    'delete there',
    { kind: 'delete', selection: { items: ['b'] } },
    ['s3:*'],
    's3:DeleteObject',
    'selection',
  ],
  [
    'delete versions',
    { kind: 'delete', selection: named, versions: true },
    ['s3:DeleteObject'],
    's3:DeleteObjectVersion',
    'selection',
  ],
  [
    'tag',
    { kind: 'tag', selection: named, mode: 'replace', tags },
    ['s3:GetObjectTagging'],
    's3:PutObjectTagging',
    'selection',
  ],
  [
    'read tags',
    { kind: 'tag', selection: named, mode: 'add', tags },
    ['s3:PutObjectTagging'],
    's3:GetObjectTagging',
    'selection',
  ],
  [
    'lock',
    { kind: 'retention', selection: named, mode: 'GOVERNANCE', until },
    ['s3:PutObject'],
    's3:PutObjectRetention',
    'selection',
  ],
  [
    'hold',
    { kind: 'legal-hold', selection: named, status: 'enabled' },
    ['s3:PutObject'],
    's3:PutObjectLegalHold',
    'selection',
  ],
  [
    'restore',
    { kind: 'restore', selection: named, at: past },
    ['s3:GetObject'],
    's3:PutObject',
    'selection',
  ],
  [
    'read',
    { kind: 'copy', selection: named, ...copy },
    ['s3:PutObject'],
    's3:GetObject',
    'selection',
  ],
  ['copy there', { kind: 'copy', selection: named, ...copy }, ['s3:*'], 's3:PutObject', 'target'],
])(
  'a job of an account that may not %s is refused at once',
  async (_what, job, may, missing, field) => {
    const answer = await post(await whoMay(...may), '', { bucket, ...job });
    expect(answer.json()).toMatchObject({ code: 403, errorCode: 'AccessDenied', field });
    expect(answer.json().detailedMessage).toContain(missing);
  },
);

it('a job that may do some of it begins', async () => {
  const caller = await whoMay('s3:ListBucket', 's3:DeleteObject');
  const job = await start(caller, { kind: 'delete', bucket, selection: { prefix: '' } });
  expect(job.kind).toBe('delete');
});
