import type { MakeBucket } from '@stowage/contract/buckets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';
import { bucketExists, policy, statement } from './testing/bucket-calls.ts';

let test: TestConsole;
let root: TestCaller;

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
});
afterAll(() => test.close());

const create = (payload: MakeBucket, caller = root) =>
  caller.send({ method: 'POST', url: '/api/v1/buckets', payload });

const exists = (bucket: string) => bucketExists(test, bucket);

describe('the bucket list', () => {
  it('shows buckets with access, usage and what may be done [API-11, BUCKETS-17]', async () => {
    await create({ name: 'listed-bucket', versioning: true });
    const response = await root.send({ url: '/api/v1/buckets' });
    expect(response.statusCode).toBe(200);
    const { buckets, total } = response.json();
    expect(total).toBe(buckets.length);
    const bucket = buckets.find(({ name }: { name: string }) => name === 'listed-bucket');
    expect(bucket).toMatchObject({
      name: 'listed-bucket',
      size: 0,
      objects: 0,
      rw_access: { read: true, write: true },
      manage: true,
      details: { versioning: true, locking: false },
    });
    expect(Date.parse(bucket.creation_date)).toBeGreaterThan(Date.now() - 600_000);
    expect(bucket.allowedActions).toEqual(['s3:*', 'admin:*']);
    expect(bucket).not.toHaveProperty('access');
  });

  it('follows what was made and deleted a moment ago', async () => {
    const names = async () => {
      const { buckets } = (await root.send({ url: '/api/v1/buckets' })).json();
      return buckets.map(({ name }: { name: string }) => name);
    };
    await create({ name: 'momentary' });
    expect(await names()).toContain('momentary');
    await root.send({ method: 'DELETE', url: '/api/v1/buckets/momentary' });
    expect(await names()).not.toContain('momentary');
  });

  it('is in order of names and can be cut into pages', async () => {
    const page = async (query: string) =>
      (await root.send({ url: `/api/v1/buckets?${query}` })).json();
    const whole = await page('');
    const names = whole.buckets.map(({ name }: { name: string }) => name);
    expect(names).toEqual([...names].sort());
    const part = await page('offset=1&limit=2');
    expect(part.buckets.map(({ name }: { name: string }) => name)).toEqual(names.slice(1, 3));
    expect(part.total).toBe(whole.total);
  });

  it.each([
    ['limit=0', 'limit'],
    ['offset=-1', 'offset'],
    ['limit=many', 'limit'],
    ['sort_by=colour', 'sort_by'],
  ])('refuses %s', async (query, field) => {
    const response = await root.send({ url: `/api/v1/buckets?${query}` });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ errorCode: 'InvalidInput', field });
  });

  it('ignores query values that it does not know', async () => {
    expect((await root.send({ url: '/api/v1/buckets?colour=blue' })).statusCode).toBe(200);
  });

  it('follows denies, wildcards and resources of the policy', async () => {
    await create({ name: 'team-a-files' });
    const keys = await test.addUser(
      'team-a',
      policy(
        statement('Allow', ['s3:Get*', 's3:List*', 's3:PutObject'], ['arn:aws:s3:::team-a-*']),
        statement('Deny', ['s3:GetBucketPolicy'], ['arn:aws:s3:::*']),
      ),
    );
    const caller = await test.logIn(keys);
    const { buckets } = (await caller.send({ url: '/api/v1/buckets' })).json();
    expect(buckets.map(({ name }: { name: string }) => name)).toEqual(['team-a-files']);
    const [bucket] = buckets;
    expect(bucket.rw_access).toEqual({ read: true, write: true });
    expect(bucket.allowedActions).toContain('s3:GetBucketVersioning');
    expect(bucket.allowedActions).toContain('s3:PutObject');
    expect(bucket.allowedActions).not.toContain('s3:GetBucketPolicy');
    expect(bucket.allowedActions).not.toContain('s3:PutBucketVersioning');
    expect(bucket.allowedActions).not.toContain('s3:DeleteObject');
    expect(bucket.manage).toBe(true);
  });

  it('asks the storage two things, however many buckets there are', async () => {
    await Promise.all(['asked-a', 'asked-b', 'asked-c'].map((name) => create({ name })));
    const calls: string[] = [];
    test.gate.set('open', ({ method, url }) => {
      calls.push(`${method} ${url}`);
      return true;
    });
    await root.send({ url: '/api/v1/buckets' });
    test.gate.set('open');
    expect(calls.toSorted()).toEqual(['GET /', 'GET /minio/admin/v3/accountinfo']);
  });

  it('does not say that everything is allowed where something is denied', async () => {
    await create({ name: 'almost-all' });
    const keys = await test.addUser(
      'almost',
      policy(
        statement('Allow', ['s3:*'], ['arn:aws:s3:::almost-*']),
        statement('Deny', ['s3:PutBucketCors'], ['arn:aws:s3:::*']),
      ),
    );
    const caller = await test.logIn(keys);
    const [bucket] = (await caller.send({ url: '/api/v1/buckets' })).json().buckets;
    expect(bucket.allowedActions).not.toContain('s3:*');
    expect(bucket.allowedActions).toContain('s3:ListBucketMultipartUploads');
    expect(bucket.allowedActions).toContain('s3:PutBucketPolicy');
    expect(bucket.allowedActions).toContain('s3:ForceDeleteBucket');
  });

  it('has nothing to manage for somebody who may only read objects', async () => {
    await create({ name: 'read-only' });
    const keys = await test.addUser(
      'reader',
      policy(statement('Allow', ['s3:GetObject', 's3:ListBucket'], ['arn:aws:s3:::read-only*'])),
    );
    const reader = await test.logIn(keys);
    const { buckets } = (await reader.send({ url: '/api/v1/buckets' })).json();
    expect(buckets[0]).toMatchObject({
      name: 'read-only',
      manage: false,
      rw_access: { read: true, write: false },
    });
  });
});

describe('one bucket', () => {
  it('shows what the list shows, and its access [API-33]', async () => {
    await create({ name: 'single-bucket' });
    const response = await root.send({ url: '/api/v1/buckets/single-bucket' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      name: 'single-bucket',
      access: 'PRIVATE',
      manage: true,
      rw_access: { read: true, write: true },
    });
  });

  it('keeps the access to itself where the caller may not read the policy', async () => {
    await create({ name: 'shy-bucket' });
    const keys = await test.addUser(
      'shy-reader',
      policy(statement('Allow', ['s3:GetObject', 's3:ListBucket'], ['arn:aws:s3:::shy-*'])),
    );
    const reader = await test.logIn(keys);
    const bucket = (await reader.send({ url: '/api/v1/buckets/shy-bucket' })).json();
    expect(bucket.name).toBe('shy-bucket');
    expect(bucket).not.toHaveProperty('access');
  });

  it('says that there is none', async () => {
    const response = await root.send({ url: '/api/v1/buckets/no-such-bucket' });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ errorCode: 'BucketNotFound' });
  });

  it.each(['minio', '.minio.sys', '..', 'a%2fb', '%2e%2e%2fminio', 'bucket%3fpolicy', 'b%20c'])(
    'takes %s for no bucket, and asks the storage nothing',
    async (name) => {
      const calls: string[] = [];
      test.gate.set('open', ({ url = '' }) => {
        calls.push(url);
        return true;
      });
      const response = await root.send({ url: `/api/v1/buckets/${name}` });
      expect([400, 404]).toContain(response.statusCode);
      expect(calls).toEqual([]);
    },
  );
});

describe('deleting a bucket', () => {
  const remove = (name: string, caller = root) =>
    caller.send({ method: 'DELETE', url: `/api/v1/buckets/${name}`, payload: { name } });

  it('removes an empty one [API-13]', async () => {
    await create({ name: 'short-lived' });
    const response = await remove('short-lived');
    expect(response.statusCode).toBe(204);
    expect(await exists('short-lived')).toBe(false);
  });

  it('leaves one alone that holds something [BUCKETS-24]', async () => {
    await create({ name: 'in-use' });
    await test.s3.putObject({ bucket: 'in-use', key: 'a', size: 1, body: Buffer.from('a') });
    const response = await remove('in-use');
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      errorCode: 'BucketNotEmpty',
      message: 'The bucket is not empty. A bucket can only be deleted if it is empty.',
    });
    expect(await exists('in-use')).toBe(true);
  });

  it('says that there is none', async () => {
    expect((await remove('never-there')).json()).toMatchObject({ errorCode: 'BucketNotFound' });
  });

  it('names the action that the storage refuses', async () => {
    await create({ name: 'guarded' });
    const keys = await test.addUser(
      'guest',
      policy(statement('Allow', ['s3:ListBucket'], ['arn:aws:s3:::*'])),
    );
    const response = await remove('guarded', await test.logIn(keys));
    expect(response.statusCode).toBe(403);
    expect(response.json()).toEqual({
      code: 403,
      message: 'Your account has no permission for this action.',
      detailedMessage: 'The storage server refuses s3:DeleteBucket to this account.',
      errorCode: 'AccessDenied',
    });
    expect(await exists('guarded')).toBe(true);
  });
});

describe('has-permission', () => {
  const ask = async (caller: TestCaller, actions: object[]) =>
    caller.send({ method: 'POST', url: '/api/v1/has-permission', payload: { actions } });

  it('says who may create buckets [API-14, BUCKETS-09]', async () => {
    const question = [{ id: 'create', action: 's3:CreateBucket' }];
    const yes = await ask(root, question);
    expect(yes.statusCode).toBe(201);
    expect(yes.json()).toEqual({ permissions: [{ id: 'create', can: true }] });
    const keys = await test.addUser(
      'viewer',
      policy(statement('Allow', ['s3:ListBucket'], ['arn:aws:s3:::*'])),
    );
    const no = await ask(await test.logIn(keys), question);
    expect(no.json()).toEqual({ permissions: [{ id: 'create', can: false }] });
  });

  it('answers about one bucket, and about admin actions', async () => {
    const keys = await test.addUser(
      'mixed',
      policy(
        statement('Allow', ['s3:PutObject'], ['arn:aws:s3:::mine', 'arn:aws:s3:::mine/*']),
        statement('Allow', ['admin:ServerInfo']),
      ),
    );
    const response = await ask(await test.logIn(keys), [
      { id: '1', action: 's3:PutObject', bucket_name: 'mine' },
      { id: '2', action: 's3:PutObject', bucket_name: 'yours' },
      { id: '3', action: 's3:PutObject' },
      { id: '4', action: 'admin:ServerInfo' },
      { id: '5', action: 'admin:ConfigUpdate' },
      { id: '6', action: 'nonsense' },
    ]);
    expect(response.json().permissions).toEqual([
      { id: '1', can: true },
      { id: '2', can: false },
      { id: '3', can: true },
      { id: '4', can: true },
      { id: '5', can: false },
      { id: '6', can: false },
    ]);
  });

  it('takes a hundred questions at most', async () => {
    const actions = Array.from({ length: 101 }, (_, id) => ({
      id: `${id}`,
      action: 's3:GetObject',
    }));
    expect((await ask(root, actions)).json()).toMatchObject({ errorCode: 'InvalidInput' });
  });
});

it('says that the storage server is away', async () => {
  test.gate.set('closed');
  const response = await root.send({ url: '/api/v1/buckets' });
  test.gate.set('open');
  expect(response.json()).toMatchObject({ code: 502, errorCode: 'StorageUnreachable' });
});
