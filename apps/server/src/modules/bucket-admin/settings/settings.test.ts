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

async function newBucket(objectLock = false): Promise<string> {
  buckets += 1;
  const bucket = `own-settings-${buckets}`;
  await test.s3.makeBucket({ bucket, objectLock });
  return bucket;
}

const { call, read } = settingCalls(() => root);

describe('versioning', () => {
  it('is off, enabled or suspended [API-25, API-26]', async () => {
    const bucket = await newBucket();
    expect(await read(bucket, 'versioning')).toMatchObject({ is_versioned: false, status: 'off' });
    const on = await call('PUT', bucket, 'versioning', { versioning: true });
    expect(on.statusCode).toBe(201);
    expect(await read(bucket, 'versioning')).toMatchObject({
      is_versioned: true,
      status: 'enabled',
    });
    await call('PUT', bucket, 'versioning', { versioning: false });
    expect(await read(bucket, 'versioning')).toMatchObject({
      is_versioned: false,
      status: 'suspended',
    });
  });

  it('cannot be suspended where objects can be locked', async () => {
    const bucket = await newBucket(true);
    const response = await call('PUT', bucket, 'versioning', { versioning: false });
    expect(response.json()).toMatchObject({ code: 400, errorCode: 'InvalidInput' });
    expect(response.json().detailedMessage).toMatch(/object lock/i);
  });
});

describe('object locking', () => {
  it.each([true, false])('is %s as the bucket was made [API-29]', async (locking) => {
    const bucket = await newBucket(locking);
    expect(await read(bucket, 'object-locking')).toEqual({ object_locking_enabled: locking });
  });
});

describe('the default retention', () => {
  it('is set and removed [API-20, API-21]', async () => {
    const bucket = await newBucket(true);
    expect(Object.keys(await read(bucket, 'retention'))).toEqual(['revision']);
    const wish = { mode: 'governance', unit: 'days', validity: 30 };
    expect((await call('PUT', bucket, 'retention', wish)).statusCode).toBe(200);
    expect(await read(bucket, 'retention')).toMatchObject(wish);
    expect(await test.s3.getObjectLockConfiguration({ bucket })).toMatchObject({
      retention: { mode: 'GOVERNANCE', unit: 'days', validity: 30 },
    });
    expect((await call('DELETE', bucket, 'retention')).statusCode).toBe(204);
    expect(Object.keys(await read(bucket, 'retention'))).toEqual(['revision']);
    expect(await read(bucket, 'object-locking')).toEqual({ object_locking_enabled: true });
  });

  it('is not removed by somebody who saw another one', async () => {
    const bucket = await newBucket(true);
    const { revision } = await read(bucket, 'retention');
    const wish = { mode: 'compliance', unit: 'years', validity: 2 };
    await call('PUT', bucket, 'retention', wish);
    const response = await call('DELETE', bucket, `retention?revision=${revision}`);
    expect(response.json()).toMatchObject({ errorCode: 'ChangedMeanwhile' });
    expect(await read(bucket, 'retention')).toMatchObject(wish);
  });

  it('needs a bucket whose objects can be locked', async () => {
    const bucket = await newBucket();
    const wish = { mode: 'governance', unit: 'days', validity: 1 };
    const response = await call('PUT', bucket, 'retention', wish);
    expect(response.json()).toMatchObject({ code: 400, errorCode: 'InvalidInput' });
    expect(response.json().detailedMessage).toMatch(/object lock/i);
  });

  it.each([
    ['validity', { mode: 'governance', unit: 'days', validity: 0 }],
    ['validity', { mode: 'governance', unit: 'years', validity: 101 }],
    ['mode', { mode: 'GOVERNANCE', unit: 'days', validity: 1 }],
    ['unit', { mode: 'governance', unit: 'weeks', validity: 1 }],
  ])('names the field that is wrong: %s', async (field, wish) => {
    const response = await call('PUT', await newBucket(true), 'retention', wish);
    expect(response.json()).toMatchObject({ errorCode: 'InvalidInput', field });
  });
});

describe('the quota', () => {
  const set = (bucket: string, payload: object) => call('PUT', bucket, 'quota', payload);

  it('is set, changed and lifted [API-27, API-28]', async () => {
    const bucket = await newBucket();
    expect(await read(bucket, 'quota')).toMatchObject({ quota: 0, type: 'hard' });
    const answer = await set(bucket, { enabled: true, quota_type: 'hard', amount: 10_737_418_240 });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ name: bucket, ...(await read(bucket, 'quota')) });
    expect(answer.json()).toMatchObject({ quota: 10_737_418_240, type: 'hard' });
    const none = await set(bucket, { enabled: false });
    expect(none.json()).toMatchObject({ quota: 0 });
    expect(none.json()).toEqual({ ...(await read(bucket, 'quota')), name: bucket });
  });

  it.each([
    ['amount', { enabled: true }],
    ['amount', { enabled: true, amount: 0 }],
    ['amount', { enabled: true, amount: 1.5 }],
    ['quota_type', { enabled: true, amount: 1, quota_type: 'soft' }],
    ['enabled', { amount: 1 }],
  ])('names the field that is wrong: %s', async (field, payload) => {
    const response = await set(await newBucket(), payload);
    expect(response.json()).toMatchObject({ code: 400, errorCode: 'InvalidInput', field });
  });

  it('has no type that the server does not offer', async () => {
    const payload = { enabled: true, amount: 1_000_000_000, quota_type: 'fifo' };
    const response = await set(await newBucket(), payload);
    expect(response.json()).toMatchObject({ errorCode: 'InvalidInput', field: 'quota_type' });
  });
});

describe('the usage', () => {
  it('is counted, with the time of the count', async () => {
    const bucket = await newBucket();
    await test.s3.putObject({ bucket, key: 'a', size: 3, body: Buffer.from('abc') });
    await expect
      .poll(() => read(bucket, 'usage'), { timeout: 30_000 })
      .toMatchObject({ size: 3, objects: 1 });
    const { lastUpdate } = await read(bucket, 'usage');
    expect(Date.parse(lastUpdate)).toBeGreaterThan(Date.now() - 3_600_000);
  });

  it('is shown without its age to those who may not see the whole server', async () => {
    const bucket = await newBucket();
    const account = await test.addUser('usage-reader', {
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Action: ['s3:ListBucket'], Resource: [`arn:aws:s3:::${bucket}`] },
      ],
    });
    const reader = await test.logIn(account);
    const response = await call('GET', bucket, 'usage', undefined, reader);
    expect(response.json()).toEqual({ size: 0, objects: 0 });
    const other = await newBucket();
    const refused = await call('GET', other, 'usage', undefined, reader);
    expect(refused.json()).toMatchObject({ code: 403, errorCode: 'AccessDenied' });
  });

  it('needs a bucket that exists', async () => {
    const response = await call('GET', 'no-such-bucket', 'usage');
    expect(response.json()).toMatchObject({ code: 404, errorCode: 'BucketNotFound' });
  });
});

describe('tags', () => {
  const set = (bucket: string, tags: object) => call('PUT', bucket, 'tags', { tags });

  it('are replaced as a whole and removed', async () => {
    const bucket = await newBucket();
    expect(await read(bucket, 'tags')).toMatchObject({ tags: {} });
    await set(bucket, { team: 'a', 'cost centre': '4+2=6 /@_.-:' });
    expect((await read(bucket, 'tags')).tags).toEqual({ team: 'a', 'cost centre': '4+2=6 /@_.-:' });
    await set(bucket, { stage: '' });
    expect((await read(bucket, 'tags')).tags).toEqual({ stage: '' });
    await set(bucket, {});
    expect((await read(bucket, 'tags')).tags).toEqual({});
    await expect(test.s3.getBucketTagging({ bucket })).rejects.toMatchObject({
      code: 'NoSuchTagSet',
    });
  });

  it.each([
    ['an empty name', { '': 'x' }],
    ['a long name', { ['n'.repeat(129)]: 'x' }],
    ['a long value', { n: 'v'.repeat(257) }],
    ['a control character', { 'a\u0001': 'x' }],
    ['too many', Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`t${n}`, 'x']))],
  ])('are refused with %s', async (_case, tags) => {
    const bucket = await newBucket();
    const response = await set(bucket, tags);
    expect(response.json()).toMatchObject({ code: 400, errorCode: 'InvalidInput', field: 'tags' });
    expect(response.json().detailedMessage).not.toBe('');
    expect((await read(bucket, 'tags')).tags).toEqual({});
  });

  it('with the names of JavaScript are tags like others', async () => {
    const bucket = await newBucket();
    await root.send({
      method: 'PUT',
      url: `/api/v1/buckets/${bucket}/tags`,
      headers: { 'content-type': 'application/json' },
      payload: '{"tags":{"constructor":"c","toString":"t"}}',
    });
    expect((await read(bucket, 'tags')).tags).toEqual({ constructor: 'c', toString: 't' });
  });
});
