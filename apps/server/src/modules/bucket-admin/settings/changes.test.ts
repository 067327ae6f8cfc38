import { ENCRYPTION_OFF_REVISION } from '@stowage/contract/bucket-admin/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { targetKind } from '../../../../../../tests/targets/target.ts';
import {
  startTestConsole,
  type TestCaller,
  type TestConsole,
} from '../../../testing/test-console.ts';

/** Each setting: its calls, two states, and how each is shown when read. */
interface Setting {
  readonly read: string;
  readonly change: readonly ['PUT' | 'POST', string];
  readonly one: object;
  readonly other: object;
  readonly shows: (state: 'one' | 'other') => object;
  /** The action that reading requires and changing does not. */
  readonly readAction: string;
  /** The revision for a new bucket, where reading returns 404. */
  readonly offRevision?: string;
  /** MinIO does not check that the bucket exists. */
  readonly bucketOptional?: boolean;
}

const SETTINGS: Readonly<Record<string, Setting>> = {
  'the access policy': {
    read: 'access-policy',
    change: ['PUT', 'set-policy'],
    one: { access: 'PUBLIC' },
    other: { access: 'PRIVATE' },
    shows: (state) => ({ access: state === 'one' ? 'PUBLIC' : 'PRIVATE' }),
    readAction: 's3:GetBucketPolicy',
  },
  versioning: {
    read: 'versioning',
    change: ['PUT', 'versioning'],
    one: { versioning: true },
    other: { versioning: false },
    shows: (state) => ({ status: state === 'one' ? 'enabled' : 'suspended' }),
    readAction: 's3:GetBucketVersioning',
    bucketOptional: true,
  },
  retention: {
    read: 'retention',
    change: ['PUT', 'retention'],
    one: { mode: 'governance', unit: 'days', validity: 3 },
    other: { mode: 'compliance', unit: 'years', validity: 1 },
    shows: (state) => (state === 'one' ? { validity: 3 } : { unit: 'years' }),
    readAction: 's3:GetBucketObjectLockConfiguration',
    bucketOptional: true,
  },
  encryption: {
    read: 'encryption/info',
    change: ['POST', 'encryption/enable'],
    one: { encType: 'sse-s3' },
    other: { encType: 'sse-kms', kmsKeyID: 'conformance-key' },
    shows: (state) => ({ algorithm: state === 'one' ? 'AES256' : 'aws:kms' }),
    readAction: 's3:GetEncryptionConfiguration',
    offRevision: ENCRYPTION_OFF_REVISION,
  },
  quota: {
    read: 'quota',
    change: ['PUT', 'quota'],
    one: { enabled: true, quota_type: 'hard', amount: 1_000_000_000 },
    other: { enabled: true, amount: 2_000_000_000 },
    shows: (state) => ({ quota: state === 'one' ? 1_000_000_000 : 2_000_000_000 }),
    readAction: 'admin:GetBucketQuota',
  },
  tags: {
    read: 'tags',
    change: ['PUT', 'tags'],
    one: { tags: { team: 'one' } },
    other: { tags: { team: 'other' } },
    shows: (team) => ({ tags: { team } }),
    readAction: 's3:GetBucketTagging',
    bucketOptional: true,
  },
};
const CASES = Object.entries(SETTINGS);

let test: TestConsole;
let root: TestCaller;
let reader: TestCaller;
let buckets = 0;

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
  const actions = CASES.map(([, { readAction }]) => readAction);
  const ofBuckets = actions.filter((action) => action.startsWith('s3:'));
  const keys = await test.addUser('settings-reader', {
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Action: ofBuckets, Resource: ['arn:aws:s3:::*'] },
      { Effect: 'Allow', Action: ['admin:GetBucketQuota'] },
    ],
  });
  reader = await test.logIn(keys);
});
afterAll(() => test.close());

/** Retention requires object locking, which prevents versioning from being suspended. */
async function newBucket(name: string): Promise<string> {
  buckets += 1;
  const bucket = `settings-${buckets}`;
  await test.s3.makeBucket({ bucket, objectLock: name === 'retention' });
  return `/api/v1/buckets/${bucket}`;
}

const get = async (base: string, { read }: Setting, caller = root) =>
  caller.send({ url: `${base}/${read}` });

/** The revision of a new bucket's initial state. */
const firstRevision = async (base: string, setting: Setting): Promise<string> =>
  setting.offRevision ?? (await get(base, setting)).json().revision;

function change(
  base: string,
  { change: [method, path] }: Setting,
  payload: object,
  revision?: string,
  caller = root,
) {
  const query = revision === undefined ? '' : `?revision=${encodeURIComponent(revision)}`;
  return caller.send({ method, url: `${base}/${path}${query}`, payload });
}

describe.each(CASES)('%s', (name, setting) => {
  it('is changed by somebody who saw its state', async () => {
    const base = await newBucket(name);
    const revision = await firstRevision(base, setting);
    const response = await change(base, setting, setting.one, revision);
    expect(response.statusCode).toBeLessThan(300);
    const after = (await get(base, setting)).json();
    expect(after).toMatchObject(setting.shows('one'));
    expect(after.revision).not.toBe(revision);
  });

  it('is not changed by the second of two people who saw the same state', async () => {
    const base = await newBucket(name);
    const revision = await firstRevision(base, setting);
    await change(base, setting, setting.one, revision);
    const late = await change(base, setting, setting.other, revision);
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ errorCode: 'ChangedMeanwhile' });
    expect((await get(base, setting)).json()).toMatchObject(setting.shows('one'));
  });

  it('is changed by one of two people who save at the same moment', async () => {
    const base = await newBucket(name);
    const revision = await firstRevision(base, setting);
    const answers = await Promise.all([
      change(base, setting, setting.one, revision),
      change(base, setting, setting.other, revision),
    ]);
    const refused = answers.map(({ statusCode }) => statusCode === 409);
    expect(refused.toSorted()).toEqual([false, true]);
    const winner = refused[0] ? 'other' : 'one';
    expect((await get(base, setting)).json()).toMatchObject(setting.shows(winner));
  });

  it('has the same revision again when it is back in its state', async () => {
    const base = await newBucket(name);
    await change(base, setting, setting.one);
    const { revision } = (await get(base, setting)).json();
    await change(base, setting, setting.other);
    await change(base, setting, setting.one);
    expect((await get(base, setting)).json().revision).toBe(revision);
  });

  it('is changed without a revision whatever it is', async () => {
    const base = await newBucket(name);
    await change(base, setting, setting.one);
    expect((await change(base, setting, setting.other)).statusCode).toBeLessThan(300);
    expect((await get(base, setting)).json()).toMatchObject(setting.shows('other'));
  });

  it('is shown to those who may only read it, and not changed by them', async () => {
    const base = await newBucket(name);
    const before = await get(base, setting, reader);
    expect(before.statusCode).toBe(setting.offRevision === undefined ? 200 : 404);
    const revision = await firstRevision(base, setting);
    const refused = await change(base, setting, setting.one, revision, reader);
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ errorCode: 'AccessDenied' });
    expect(refused.json().detailedMessage).toMatch(/ refuses (s3|admin):\w+ to this account/);
    expect((await get(base, setting)).json()).toEqual(before.json());
  });

  it('is hidden from those who may not read it', async () => {
    const base = await newBucket(name);
    const keys = await test.addUser(`no-reader-${buckets}`, {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['s3:ListBucket'], Resource: ['arn:aws:s3:::*'] }],
    });
    const response = await get(base, setting, await test.logIn(keys));
    expect(response.json()).toMatchObject({ code: 403, errorCode: 'AccessDenied' });
  });

  it('stays as it is when the storage goes away between reading and writing', async () => {
    const base = await newBucket(name);
    await change(base, setting, setting.one);
    const { revision } = (await get(base, setting)).json();
    test.gate.set('closed', ({ method }) => method !== 'GET');
    const response = await change(base, setting, setting.other, revision);
    test.gate.set('open');
    expect(response.json()).toMatchObject({ code: 502, errorCode: 'StorageUnreachable' });
    expect((await get(base, setting)).json()).toMatchObject({
      ...setting.shows('one'),
      revision,
    });
    // The turn has been released.
    const again = await change(base, setting, setting.other, revision);
    expect(again.statusCode).toBeLessThan(300);
  });

  it.skipIf(targetKind() === 'minio' && setting.bucketOptional)(
    'needs a bucket that exists',
    async () => {
      const base = '/api/v1/buckets/no-such-bucket';
      for (const response of [await get(base, setting), await change(base, setting, setting.one)]) {
        expect(response.json()).toMatchObject({ code: 404, errorCode: 'BucketNotFound' });
      }
    },
  );

  it('needs the name of a bucket', async () => {
    for (const base of ['/api/v1/buckets/minio', '/api/v1/buckets/a%2Fb']) {
      for (const response of [await get(base, setting), await change(base, setting, setting.one)]) {
        expect(response.json()).toMatchObject({ errorCode: 'InvalidBucketName' });
      }
    }
  });
});
