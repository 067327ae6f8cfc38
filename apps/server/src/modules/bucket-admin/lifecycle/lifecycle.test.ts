import type { LifecycleInput } from '@stowage/contract/bucket-admin/lifecycle';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  startTestConsole,
  type TestCaller,
  type TestConsole,
} from '../../../testing/test-console.ts';

let test: TestConsole;
let root: TestCaller;
let count = 0;
let bucket: string;
let path: string;

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
});
afterAll(() => test.close());
beforeEach(async () => {
  count += 1;
  bucket = `ageing-${count}`;
  path = `/api/v1/buckets/${bucket}/lifecycle`;
  await test.s3.makeBucket({ bucket });
});

const add = (payload: object, caller = root) => caller.send({ method: 'POST', url: path, payload });
const list = async (caller = root) => (await caller.send({ url: path })).json().lifecycle;
const edit = (id: string, payload: LifecycleInput, revision = '', caller = root) =>
  caller.send({
    method: 'PUT',
    url: `${path}/${encodeURIComponent(id)}${revision && `?revision=${revision}`}`,
    payload,
  });
const remove = (id: string, revision = '', caller = root) =>
  caller.send({
    method: 'DELETE',
    url: `${path}/${encodeURIComponent(id)}${revision && `?revision=${revision}`}`,
  });

describe('lifecycle rules', () => {
  it('are none at first [API-37]', async () => {
    const response = await root.send({ url: path });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ lifecycle: [] });
  });

  it('are added with an id of their own, and those that are there stay [API-38] [LIFE-05] [LIFE-15]', async () => {
    expect((await add({ expiry_days: 1, noncurrentversion_expiration_days: 2 })).statusCode).toBe(
      201,
    );
    const response = await add({
      prefix: 'logs/"<é',
      tags: 'team=a%26b&env=',
      expired_object_delete_marker: false,
      expiry_days: 30,
      disable: true,
    });
    expect(response.body).toBe('');
    const rules = await list();
    expect(rules).toMatchObject([
      {
        prefix: '',
        status: 'Enabled',
        tags: [],
        expiration: { days: 1, noncurrent_expiration_days: 2 },
      },
      {
        prefix: 'logs/"<é',
        status: 'Disabled',
        tags: [
          { key: 'team', value: 'a&b' },
          { key: 'env', value: '' },
        ],
        expiration: { days: 30 },
      },
    ]);
    expect(new Set(rules.map(({ id }: { id: string }) => id)).size).toBe(2);
  });

  it('expire by date at the end of the day [LIFE-14] [LIFE-18]', async () => {
    expect((await add({ expiry_date: '2035-12-31T23:59:59Z' })).statusCode).toBe(201);
    expect((await list())[0].expiration).toEqual({ date: '2035-12-31T23:59:59Z' });
    expect((await test.s3.getBucketLifecycle({ bucket }))[0]?.expiration.date).toMatch(
      /^2036-01-01T00:00:00(\.000)?Z$/,
    );
  });

  it('remove delete markers and keep some noncurrent versions', async () => {
    await add({
      expired_object_delete_marker: true,
      noncurrentversion_expiration_days: 5,
      newer_noncurrentversion_expiration_versions: 3,
    });
    expect((await list())[0].expiration).toEqual({
      date: '0001-01-01T00:00:00Z',
      delete_marker: true,
      noncurrent_expiration_days: 5,
      newer_noncurrent_expiration_versions: 3,
    });
  });

  it('are added for a single tag', async () => {
    expect((await add({ expiry_days: 1, tags: 'a=b' })).statusCode).toBe(201);
    expect(await list()).toMatchObject([{ prefix: '', tags: [{ key: 'a', value: 'b' }] }]);
  });

  it.each<[string, LifecycleInput]>([
    ['expiry_days', {}],
    ['expiry_days', { prefix: 'a', expired_object_delete_marker: false, expiry_days: 0 }],
    ['expiry_date', { expiry_date: 'tomorrow' }],
    ['expiry_date', { expiry_date: '2030-01-01', expiry_days: 1 }],
    ['expired_object_delete_marker', { expiry_days: 1, expired_object_delete_marker: true }],
    ['transition_date', { transition_date: '2030-01-01', transition_days: 1, storage_class: 'X' }],
    ['storage_class', { transition_days: 1 }],
    ['storage_class', { transition_date: '2030-01-01T23:59:59Z', storage_class: '' }],
    ['transition_days', { storage_class: 'COLD', expiry_days: 1 }],
    ['noncurrentversion_transition_storage_class', { noncurrentversion_transition_days: 3 }],
    ['tags', { tags: '=x', expiry_days: 1 }],
    ['prefix', { prefix: 'x'.repeat(1025), expiry_days: 1 }],
    ['prefix', { prefix: 'é'.repeat(513), expiry_days: 1 }],
    ['prefix', { prefix: 'a\u0001', expiry_days: 1 }],
    [
      'newer_noncurrentversion_expiration_versions',
      { newer_noncurrentversion_expiration_versions: 1e15 },
    ],
    ['expiry_days', { expiry_days: -1 }],
    ['expiry_days', { expiry_days: 1.5 }],
  ])('name the field that is wrong: %s in %j', async (field, payload) => {
    const response = await add(payload);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ errorCode: 'InvalidInput', field });
    expect(await list()).toEqual([]);
  });

  it.each<[string, LifecycleInput]>([
    ['storage_class', { transition_days: 1, storage_class: 'NO-SUCH-TIER' }],
    [
      'noncurrentversion_transition_storage_class',
      {
        noncurrentversion_transition_days: 1,
        noncurrentversion_transition_storage_class: 'NO-SUCH-TIER',
      },
    ],
  ])('say that the server does not know the storage class: %s', async (field, payload) => {
    const response = await add(payload);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ errorCode: 'InvalidInput', field });
  });

  it('change in what is named only, and keep what the console does not show [API-39]', async () => {
    const [stored] = await seedOddRule();
    expect(stored).toMatchObject({ size_greater_than: 10 });
    const response = await edit('odd & <old>', { disable: true, expiry_days: 9 });
    expect(response.statusCode).toBe(200);
    const [rule] = await list();
    expect(rule).toMatchObject({
      status: 'Disabled',
      prefix: 'logs/',
      tags: [{ key: 'k', value: 'v' }],
      expiration: { days: 9, noncurrent_expiration_days: 4 },
      size_greater_than: 10,
    });
    await edit('odd & <old>', { disable: false, expiry_date: '2035-01-01T23:59:59Z' });
    await edit('odd & <old>', { noncurrentversion_expiration_days: 0 });
    expect((await list())[0]).toMatchObject({ status: 'Enabled', size_greater_than: 10 });
    expect((await list())[0].expiration).toEqual({ date: '2035-01-01T23:59:59Z' });
  });

  it('are deleted one by one', async () => {
    await add({ prefix: 'a', expiry_days: 1 });
    await add({ prefix: 'b', expiry_days: 2 });
    const [first, second] = await list();
    expect((await remove(first.id)).statusCode).toBe(204);
    expect(await list()).toEqual([second]);
    expect((await remove(second.id)).statusCode).toBe(204);
    expect(await list()).toEqual([]);
    expect((await remove(second.id)).json()).toMatchObject({ errorCode: 'NotFound' });
    expect((await edit('x', { disable: true })).statusCode).toBe(404);
  });

  it('are not changed over somebody else’s change', async () => {
    await add({ prefix: 'a', expiry_days: 1 });
    const [{ id, revision }] = await list();
    expect((await edit(id, { expiry_days: 2 }, revision)).statusCode).toBe(200);
    const late = await edit(id, { expiry_days: 3 }, revision);
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ errorCode: 'ChangedMeanwhile' });
    expect((await remove(id, revision)).statusCode).toBe(409);
    expect((await list())[0].expiration).toEqual({ days: 2, date: '0001-01-01T00:00:00Z' });
    expect((await edit(id, { expiry_days: 3 }, (await list())[0].revision)).statusCode).toBe(200);
  });

  it('are all kept when several are added at once', async () => {
    const days = [1, 2, 3, 4, 5, 6, 7, 8];
    const added = await Promise.all(
      days.map((expiry_days) => add({ prefix: `${expiry_days}/`, expiry_days })),
    );
    expect(added.map(({ statusCode }) => statusCode)).toEqual(days.map(() => 201));
    const found = (await list()).map(
      (rule: { expiration: { days: number } }) => rule.expiration.days,
    );
    expect(found.sort()).toEqual(days);
  });
});

async function seedOddRule() {
  const seeded = await test.s3.getBucketLifecycle({ bucket });
  const filter =
    '<Filter><And><Prefix>logs/</Prefix><Tag><Key>k</Key><Value>v</Value></Tag>' +
    '<ObjectSizeGreaterThan>10</ObjectSizeGreaterThan></And></Filter>';
  const stored =
    `<Rule><ID>odd &amp; &lt;old&gt;</ID><Status>Enabled</Status>${filter}` +
    '<Expiration><Days>3</Days></Expiration>' +
    '<NoncurrentVersionExpiration><NoncurrentDays>4</NoncurrentDays></NoncurrentVersionExpiration>' +
    '</Rule>';
  const rule = {
    stored,
    id: 'odd & <old>',
    enabled: true,
    prefix: 'logs/',
    tags: [{ key: 'k', value: 'v' }],
    expiration: { days: 3 },
    transition: {},
    noncurrentExpiration: { days: 4 },
    noncurrentTransition: {},
  };
  await test.s3.putBucketLifecycle({ bucket, rules: [...seeded, rule] });
  return list();
}

describe('who may do what', () => {
  const statement = (Action: string[]) => ({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action, Resource: ['arn:aws:s3:::ageing-*'] }],
  });

  it('is decided by the storage server', async () => {
    const reader = await test.logIn(
      await test.addUser('ager', statement(['s3:GetLifecycleConfiguration'])),
    );
    await add({ expiry_days: 1 });
    const [{ id }] = await list(reader);
    for (const refused of [
      await add({ expiry_days: 1 }, reader),
      await edit(id, { disable: true }, '', reader),
      await remove(id, '', reader),
    ]) {
      expect(refused.statusCode).toBe(403);
      expect(refused.json()).toMatchObject({
        errorCode: 'AccessDenied',
        detailedMessage: expect.stringContaining('s3:PutLifecycleConfiguration'),
      });
    }
    const blind = await test.logIn(await test.addUser('blind-ager', statement(['s3:GetObject'])));
    expect((await blind.send({ url: path })).statusCode).toBe(403);
    expect((await blind.send({ url: '/api/v1/admin/tiers' })).json()).toMatchObject({
      errorCode: 'AccessDenied',
      detailedMessage: expect.stringContaining('admin:ListTier'),
    });
    expect((await test.anonymous.send({ url: path })).statusCode).toBe(401);
  });

  it('says so when there is no such bucket, or no server', async () => {
    path = '/api/v1/buckets/no-such-bucket/lifecycle';
    expect((await root.send({ url: path })).json()).toMatchObject({ errorCode: 'BucketNotFound' });
    expect((await add({ expiry_days: 1 })).json()).toMatchObject({ errorCode: 'BucketNotFound' });
    path = '/api/v1/buckets/minio/lifecycle';
    expect((await root.send({ url: path })).json()).toMatchObject({
      errorCode: 'InvalidBucketName',
    });
  });

  it('leaves the rules whole when the server goes away in the middle', async () => {
    await add({ prefix: 'a', expiry_days: 1 });
    const before = await list();
    test.gate.set('closed', ({ method }) => method === 'PUT');
    const response = await add({ prefix: 'b', expiry_days: 1 });
    test.gate.set('open');
    expect(response.statusCode).toBe(502);
    expect(response.json()).toMatchObject({ errorCode: 'StorageUnreachable' });
    expect(await list()).toEqual(before);
  });
});
