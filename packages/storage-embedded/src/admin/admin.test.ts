import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Credentials } from '@stowage/storage-wire/sigv4';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addPolicy,
  addUser,
  adminCaller,
  errorOf,
  openSealed,
  ROOT,
  seal,
  startTestStorage,
  type TestStorage,
  xmlAt,
} from '../testing/test-storage.ts';

let storage: TestStorage;

const USER: Credentials = { accessKey: 'alice', secretKey: 'alice-secret' };

beforeAll(async () => {
  storage = await startTestStorage();
  await storage.call({ method: 'PUT', path: '/bucket' });
  await storage.call({ method: 'PUT', path: '/bucket/key', body: '0123456789' });
  await addUser(storage, USER, 'readonly');
});

afterAll(() => storage.close());

const admin = adminCaller(() => storage);
const json = async (path: string, as = ROOT) => JSON.parse((await admin('GET', path, '', as)).text);

describe('what the server tells of itself', () => {
  it('is the state of drives, buckets and objects', async () => {
    const info = await json('info');
    expect(info).toMatchObject({
      mode: 'online',
      buckets: { count: 1 },
      objects: { count: 1 },
      usage: { size: 10 },
      backend: { backendType: 'Erasure', onlineDisks: 2, offlineDisks: 0 },
    });
    const [server] = info.servers;
    expect(server.drives).toHaveLength(2);
    expect(server.drives[0]).toMatchObject({ state: 'ok', path: join(storage.folder, 'drive-1') });
    expect(storage.url).toBe(`http://${server.endpoint}`);
    expect((await json('storageinfo')).Disks).toHaveLength(2);
    const { deploymentID } = info;
    await storage.restart();
    expect((await json('info')).deploymentID).toBe(deploymentID);
  });

  it('counts usage by bucket', async () => {
    const usage = await json('datausageinfo');
    expect(usage).toMatchObject({ bucketsCount: 1, objectsTotalSize: 10 });
    expect(usage.bucketsUsageInfo.bucket).toMatchObject({
      size: 10,
      objectsCount: 1,
      objectsSizesHistogram: { LESS_THAN_1024_B: 1, GREATER_THAN_512_MB: 0 },
    });
  });

  it('names no tiers, for there are none', async () => {
    expect(await json('tier')).toEqual([]);
    expect((await admin('GET', 'tier', '', USER)).status).toBe(403);
  });

  it('shows an account what it may see', async () => {
    const mine = await json('accountinfo');
    expect(mine.AccountName).toBe(ROOT.accessKey);
    expect(mine.Policy.Statement).toContainEqual({ Effect: 'Allow', Action: ['admin:*'] });
    expect(mine.Buckets[0]).toMatchObject({
      name: 'bucket',
      size: 10,
      objects: 1,
      access: { read: true, write: true },
      details: { versioning: false, locking: false, quota: { quota: 0 } },
    });
    const theirs = await json('accountinfo', USER);
    expect(theirs.Buckets[0].access).toEqual({ read: true, write: false });
    expect(theirs.Policy.Statement[0].Action).toContain('s3:GetObject');
  });

  it('is refused to others', async () => {
    for (const path of [
      'info',
      'storageinfo',
      'datausageinfo',
      'list-users',
      'list-canned-policies',
    ]) {
      expect(errorOf(await admin('GET', path, '', USER))).toBe('403 AccessDenied');
    }
    const anonymous = { path: '/minio/admin/v3/accountinfo', as: 'anonymous' } as const;
    expect(errorOf(await storage.call(anonymous))).toBe('403 AccessDenied');
    expect(errorOf(await admin('GET', 'unheard-of'))).toBe('426 XMinioAdminVersionMismatch');
  });

  it('says to everybody that it lives, and with several drives how many it needs', async () => {
    const health = (check: string) =>
      storage.call({ path: `/minio/health/${check}`, as: 'anonymous' });
    expect((await health('live')).status).toBe(200);
    expect((await health('ready')).status).toBe(200);
    const cluster = await health('cluster');
    expect([cluster.status, cluster.headers['x-minio-write-quorum']]).toEqual([200, '2']);
    const alone = await startTestStorage({ drives: [join(storage.folder, 'single')] });
    try {
      const single = await alone.call({ path: '/minio/health/cluster', as: 'anonymous' });
      expect([single.status, single.headers['x-minio-write-quorum']]).toEqual([200, undefined]);
    } finally {
      await alone.close();
    }
  });
});

describe('users', () => {
  const info = (name: string, as = ROOT) => admin('GET', `user-info?accessKey=${name}`, '', as);

  it('are listed for the one who asks only', async () => {
    const answer = await admin('GET', 'list-users');
    expect(answer.text).not.toContain('alice');
    expect(await openSealed(answer)).toMatchObject({
      alice: { policyName: 'readonly', status: 'enabled' },
    });
  });

  it('keep their secrets encrypted on the drives, under a key that only the owner may read', async () => {
    const index = await readFile(join(storage.folder, 'storage', 'index.sqlite'));
    expect(index.includes('alice-secret')).toBe(false);
    const { mode } = await stat(join(storage.folder, 'storage', 'master.key'));
    expect(mode & 0o777).toBe(0o600);
  });

  it('are disabled, enabled and removed', async () => {
    const bob = { accessKey: 'bob', secretKey: 'bob-secret' };
    await addUser(storage, bob, 'readonly');
    const read = () => storage.call({ path: '/bucket/key', as: bob });
    await admin('PUT', 'set-user-status?accessKey=bob&status=disabled');
    expect(errorOf(await read())).toBe('403 InvalidAccessKeyId');
    await admin('PUT', 'set-user-status?accessKey=bob&status=enabled');
    expect((await read()).status).toBe(200);
    await storage.restart();
    expect((await read()).status).toBe(200);
    expect((await admin('DELETE', 'remove-user?accessKey=bob')).status).toBe(200);
    expect(errorOf(await read())).toBe('403 InvalidAccessKeyId');
    expect(errorOf(await admin('DELETE', 'remove-user?accessKey=bob'))).toBe(
      '404 XMinioAdminNoSuchUser',
    );
    expect(errorOf(await info('bob'))).toBe('404 XMinioAdminNoSuchUser');
  });

  it('are refused with bad keys, or in place of root', async () => {
    const add = async (name: string, value: object | string) =>
      errorOf(
        await admin(
          'PUT',
          `add-user?accessKey=${encodeURIComponent(name)}`,
          typeof value === 'string' ? value : await seal(value),
        ),
      );
    expect(await add('carol', { secretKey: 'short' })).toBe('400 XMinioAdminInvalidSecretKey');
    expect(await add('ab', { secretKey: 'long-enough' })).toBe('400 XMinioAdminInvalidAccessKey');
    expect(await add('a=b,c', { secretKey: 'long-enough' })).toBe(
      '400 XMinioAdminInvalidAccessKey',
    );
    expect(await add('carol', 'not encrypted')).toBe('400 XMinioAdminConfigBadJSON');
    expect(await add(ROOT.accessKey, { secretKey: 'long-enough' })).toBe(
      '403 XMinioInvalidIAMCredentials',
    );
    expect(errorOf(await info('carol'))).toBe('404 XMinioAdminNoSuchUser');
  });

  it('may look at themselves and change their own secret, nobody else’s', async () => {
    await addUser(storage, { accessKey: 'dave', secretKey: 'dave-secret' }, 'readonly');
    const dave = { accessKey: 'dave', secretKey: 'dave-secret' };
    expect((await info('dave', dave)).status).toBe(200);
    expect(errorOf(await info('alice', dave))).toBe('403 AccessDenied');
    const body = await seal({ secretKey: 'another-secret' }, dave);
    expect(errorOf(await admin('PUT', 'add-user?accessKey=alice', body, dave))).toBe(
      '403 AccessDenied',
    );
    expect((await admin('PUT', 'add-user?accessKey=dave', body, dave)).status).toBe(200);
    const changed = { ...dave, secretKey: 'another-secret' };
    expect((await storage.call({ path: '/bucket/key', as: changed })).status).toBe(200);
  });
});

describe('policies', () => {
  it('are made, shown, used and removed', async () => {
    const statement = { Effect: 'Allow', Action: ['s3:PutObject'], Resource: ['arn:aws:s3:::*'] };
    await addPolicy(storage, 'made', [statement]);
    expect(await json('info-canned-policy?name=made')).toMatchObject({ Statement: [statement] });
    const info = await json('info-canned-policy?name=made&v=2');
    expect(info).toMatchObject({ PolicyName: 'made', Policy: { Statement: [statement] } });
    expect(Object.keys(await json('list-canned-policies')).sort()).toEqual(
      ['consoleAdmin', 'diagnostics', 'made', 'readonly', 'readwrite', 'writeonly'].sort(),
    );
    await addUser(storage, { accessKey: 'erin', secretKey: 'erin-secret' }, 'made');
    const remove = () => admin('DELETE', 'remove-canned-policy?name=made');
    expect(errorOf(await remove())).toBe('400 XMinioIAMPolicyInUse');
    await admin('DELETE', 'remove-user?accessKey=erin');
    expect((await remove()).status).toBe(200);
    expect(errorOf(await admin('GET', 'info-canned-policy?name=made'))).toBe(
      '404 XMinioAdminNoSuchPolicy',
    );
  });

  it('that are wrong or built in stay away or stay', async () => {
    expect(errorOf(await admin('PUT', 'add-canned-policy?name=bad', '{'))).toBe(
      '400 XMinioMalformedIAMPolicy',
    );
    expect(errorOf(await admin('DELETE', 'remove-canned-policy?name=readonly'))).toBe(
      '400 XMinioAdminInvalidArgument',
    );
  });

  it('are attached and detached', async () => {
    const change = async (operation: string, value: object) =>
      admin('POST', `idp/builtin/policy/${operation}`, await seal(value));
    const both = { policies: ['readonly', 'diagnostics'], user: 'alice' };
    expect(await openSealed(await change('attach', both))).toMatchObject({
      policiesAttached: ['diagnostics'],
    });
    expect(errorOf(await change('attach', both))).toBe('400 XMinioAdminPolicyChangeAlreadyApplied');
    expect((await admin('GET', 'info', '', USER)).status).toBe(200);
    const entities = await openSealed(await admin('GET', 'idp/builtin/policy-entities?user=alice'));
    expect(entities).toMatchObject({
      userMappings: [{ user: 'alice', policies: ['diagnostics', 'readonly'] }],
    });
    const one = { policies: ['diagnostics'], user: 'alice' };
    expect(await openSealed(await change('detach', one))).toMatchObject({
      policiesDetached: ['diagnostics'],
    });
    expect(errorOf(await change('attach', { ...one, user: 'nobody' }))).toBe(
      '404 XMinioAdminNoSuchUser',
    );
    expect(errorOf(await change('attach', { policies: ['none'], user: 'alice' }))).toBe(
      '404 XMinioAdminNoSuchPolicy',
    );
    expect(errorOf(await change('attach', { policies: 'readonly', user: 'alice' }))).toBe(
      '400 XMinioAdminInvalidArgument',
    );
  });
});

describe('the quota of a bucket', () => {
  it('holds writes of every kind back', async () => {
    await storage.call({ method: 'PUT', path: '/small' });
    const set = (quota: object) =>
      admin('PUT', 'set-bucket-quota?bucket=small', JSON.stringify(quota));
    const put = (key: string, body: string) =>
      storage.call({ method: 'PUT', path: `/small/${key}`, body });
    expect(await json('get-bucket-quota?bucket=small')).toMatchObject({ quota: 0 });
    expect((await set({ quota: 25, quotatype: 'hard' })).status).toBe(200);
    expect((await put('a', '0123456789')).status).toBe(200);
    expect(errorOf(await put('b', '0123456789abcdef'))).toBe('400 XMinioAdminBucketQuotaExceeded');
    const together = await Promise.all(['c', 'd', 'e'].map((key) => put(key, '0123456789')));
    expect(together.filter(({ status }) => status === 200)).toHaveLength(1);
    const headers = { 'x-amz-copy-source': 'bucket/key' };
    const copy = await storage.call({ method: 'PUT', path: '/small/copy', headers });
    expect(errorOf(copy)).toBe('400 XMinioAdminBucketQuotaExceeded');
    await set({ quota: 0 });
    expect((await put('b', '0123456789abcdef')).status).toBe(200);
    expect(errorOf(await set({ quota: -1 }))).toBe('400 XMinioAdminInvalidArgument');
    expect(errorOf(await set({ quota: 5, quotatype: 'fifo' }))).toBe(
      '400 XMinioAdminInvalidArgument',
    );
    expect(errorOf(await admin('GET', 'get-bucket-quota?bucket=none'))).toBe('404 NoSuchBucket');
  });
});

describe('the quota of a bucket with an open upload', () => {
  it('counts the parts when they become an object', async () => {
    await storage.call({ method: 'PUT', path: '/parts' });
    await admin('PUT', 'set-bucket-quota?bucket=parts', JSON.stringify({ quota: 15 }));
    const begun = await storage.call({ method: 'POST', path: '/parts/object?uploads' });
    const upload = `/parts/object?uploadId=${xmlAt(begun, 'UploadId')}`;
    const part = await storage.call({
      method: 'PUT',
      path: `${upload}&partNumber=1`,
      body: '0123456789',
    });
    await storage.call({ method: 'PUT', path: '/parts/other', body: '0123456789' });
    const complete = {
      method: 'POST',
      path: upload,
      body: `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${part.headers.etag}</ETag></Part></CompleteMultipartUpload>`,
    };
    expect(errorOf(await storage.call(complete))).toBe('400 XMinioAdminBucketQuotaExceeded');
    await storage.call({ method: 'DELETE', path: '/parts/other' });
    expect((await storage.call(complete)).status).toBe(200);
  });
});

describe('the service', () => {
  it('restarts without losing anybody, and stops', async () => {
    const restarted = await admin('POST', 'service?action=restart&type=2');
    expect(JSON.parse(restarted.text)).toMatchObject({ action: 'restart', dryRun: false });
    expect((await storage.call({ path: '/bucket/key', as: USER })).status).toBe(200);
    expect(errorOf(await admin('POST', 'service?action=explode'))).toBe(
      '400 XMinioAdminInvalidArgument',
    );
    const stopped = Promise.withResolvers<void>();
    const other = await startTestStorage({ onStop: () => stopped.resolve() });
    const stop = { method: 'POST', path: '/minio/admin/v3/service?action=stop' };
    expect((await other.call(stop)).status).toBe(200);
    await stopped.promise;
    await expect(other.call({ path: '/' })).rejects.toThrow('ECONNREFUSED');
    await other.close();
  });
});
