import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeVersioned, setVersioning, versionsOf } from '../testing/replication.ts';
import {
  addPolicy,
  addUser,
  errorOf,
  startTestStorage,
  type TestStorage,
} from '../testing/test-storage.ts';

let storage: TestStorage;
const ID = '11111111-2222-4333-8444-555555555555';
const USER = { accessKey: 'replicator', secretKey: 'replicator-secret' };
const WRITER = { accessKey: 'writer', secretKey: 'writer-secret' };
/** Headers that MinIO sends with a replica. */
const REPLICA = {
  'x-amz-replication-status': 'REPLICA',
  'x-minio-source-replication-request': 'true',
  'x-minio-source-mtime': '2024-05-06T07:08:09.123456789Z',
  'x-minio-source-etag': 'abcdefabcdefabcdefabcdefabcdefab',
};
let bucket = '';
let number = 0;

beforeAll(async () => {
  storage = await startTestStorage();
  const Resource = ['arn:aws:s3:::*'];
  const may = (...Action: string[]) => [{ Effect: 'Allow', Action, Resource }];
  await addPolicy(storage, 'write', may('s3:PutObject', 's3:GetObject*', 's3:DeleteObject*'));
  // The permissions that MinIO's documentation lists for the user of a target.
  await addPolicy(
    storage,
    'replicate',
    may(
      's3:PutObject',
      's3:GetObject',
      's3:GetObjectVersion',
      's3:DeleteObject',
      's3:PutObjectRetention',
      's3:PutObjectLegalHold',
      's3:ReplicateObject',
      's3:ReplicateDelete',
      's3:ReplicateTags',
    ),
  );
  await addUser(storage, USER, 'replicate');
  await addUser(storage, WRITER, 'write');
});

afterAll(() => storage.close());

beforeEach(async () => {
  number += 1;
  bucket = `bucket-${number}`;
  await makeVersioned(storage, bucket);
});

const put = (headers: Record<string, string> = {}, as = USER, query = `?versionId=${ID}`) =>
  storage.call({
    method: 'PUT',
    path: `/${bucket}/k${query}`,
    body: 'content',
    headers: { ...REPLICA, ...headers },
    as,
  });
const head = (query = '') => storage.call({ method: 'HEAD', path: `/${bucket}/k${query}` });
const remove = (headers: Record<string, string> = {}, as = USER) =>
  storage.call({
    method: 'DELETE',
    path: `/${bucket}/k?versionId=${ID}`,
    headers: { ...REPLICA, ...headers },
    as,
  });

describe('a replica', () => {
  it('keeps the version, the time and the ETag that it had at its source', async () => {
    expect((await put({ 'x-amz-tagging': 'a=b' })).headers['x-amz-version-id']).toBe(ID);
    expect((await head()).headers).toMatchObject({
      'x-amz-version-id': ID,
      'last-modified': 'Mon, 06 May 2024 07:08:09 GMT',
      etag: '"abcdefabcdefabcdefabcdefabcdefab"',
      'x-amz-replication-status': 'REPLICA',
      'x-amz-tagging-count': '1',
    });
    expect(errorOf(await put())).toBe('412 PreconditionFailed');
  });

  it('is taken from those who may replicate alone', async () => {
    expect(errorOf(await put({}, WRITER))).toBe('403 AccessDenied');
    expect(errorOf(await remove({}, WRITER))).toBe('403 AccessDenied');
    const begun = await storage.call({
      method: 'POST',
      path: `/${bucket}/k?uploads&versionId=${ID}`,
      headers: REPLICA,
      as: WRITER,
    });
    expect(errorOf(begun)).toBe('403 AccessDenied');
    expect((await head()).status).toBe(404);
  });

  it('is none without saying so: the other headers count for nothing', async () => {
    const { 'x-amz-replication-status': _, ...others } = REPLICA;
    const path = `/${bucket}/k?versionId=${ID}`;
    await storage.call({ method: 'PUT', path, body: 'x', headers: others, as: WRITER });
    const { headers } = await head();
    expect(headers['x-amz-version-id']).not.toBe(ID);
    expect(headers['x-amz-replication-status']).toBeUndefined();
    expect(Date.parse(headers['last-modified'] ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it.each<[string, Record<string, string>, string]>([
    ['a time that is none', { 'x-minio-source-mtime': 'yesterday' }, '400 InvalidArgument'],
    [
      'a time before all',
      { 'x-minio-source-mtime': '1900-01-01T00:00:00Z' },
      '400 InvalidArgument',
    ],
    ['an ETag that is none', { 'x-minio-source-etag': '"><script>' }, '400 InvalidArgument'],
    [
      'a question',
      { 'x-minio-source-replication-check': 'true' },
      '400 ReplicationPermissionCheck',
    ],
    [
      'bytes sealed by MinIO',
      { 'x-minio-replication-server-side-encryption-sealed-key': 'x' },
      '501 NotImplemented',
    ],
  ])('is refused with %s', async (_, headers, error) => {
    expect(errorOf(await put(headers))).toBe(error);
    expect((await head()).status).toBe(404);
  });

  it('is refused where no versions are kept, or with a version that is none', async () => {
    expect(errorOf(await put({}, USER, '?versionId=1'))).toBe('400 InvalidArgument');
    await setVersioning(storage, bucket, 'Suspended');
    expect(errorOf(await put())).toBe('400 InvalidArgument');
  });

  it('changes by a copy onto itself, of two changes the later one', async () => {
    await put({ 'x-amz-tagging': 'a=b' });
    const copy = (tags: string, at: string) =>
      storage.call({
        method: 'PUT',
        path: `/${bucket}/k?versionId=${ID}`,
        headers: {
          ...REPLICA,
          'x-amz-copy-source': `/${bucket}/k?versionId=${ID}`,
          'x-amz-metadata-directive': 'REPLACE',
          'x-amz-tagging-directive': 'REPLACE',
          'x-amz-tagging': tags,
          'x-amz-meta-new': 'value',
          'x-minio-source-replication-tagging-timestamp': at,
        },
        as: USER,
      });
    expect((await copy('later=1', '2024-05-08T00:00:00Z')).status).toBe(200);
    expect((await copy('earlier=1', '2024-05-07T00:00:00Z')).status).toBe(200);
    const { text } = await storage.call({ path: `/${bucket}/k?tagging` });
    expect(text).toContain('<Key>later</Key>');
    const { headers } = await head();
    expect(headers).toMatchObject({ 'x-amz-meta-new': 'value', 'x-amz-version-id': ID });
    expect(await versionsOf(storage, bucket)).toHaveLength(1);
  });

  it('loses no compliance retention by a change that was done at its source', async () => {
    const enabled = { 'x-amz-bucket-object-lock-enabled': 'true' };
    bucket = `${bucket}-locked`;
    await storage.call({ method: 'PUT', path: `/${bucket}`, headers: enabled });
    const lock = (mode: string, hours: number) => ({
      'x-amz-object-lock-mode': mode,
      'x-amz-object-lock-retain-until-date': new Date(Date.now() + hours * 3.6e6).toISOString(),
    });
    const copy = (headers: Record<string, string>) =>
      storage.call({
        method: 'PUT',
        path: `/${bucket}/k?versionId=${ID}`,
        headers: {
          ...REPLICA,
          'x-amz-copy-source': `/${bucket}/k?versionId=${ID}`,
          'x-amz-metadata-directive': 'REPLACE',
          ...headers,
        },
        as: USER,
      });
    await put(lock('GOVERNANCE', 2));
    expect((await copy({})).status).toBe(200);
    expect((await head()).headers['x-amz-object-lock-mode']).toBeUndefined();
    expect((await copy(lock('COMPLIANCE', 2))).status).toBe(200);
    expect(errorOf(await copy({}))).toBe('403 AccessDenied');
    expect(errorOf(await copy(lock('COMPLIANCE', 1)))).toBe('403 AccessDenied');
    expect(errorOf(await copy(lock('GOVERNANCE', 3)))).toBe('403 AccessDenied');
    expect((await copy(lock('COMPLIANCE', 3))).status).toBe(200);
  });

  it('has the lock of its source, also one that has ended, and no default', async () => {
    const locked = `${bucket}-locked`;
    const enabled = { 'x-amz-bucket-object-lock-enabled': 'true' };
    await storage.call({ method: 'PUT', path: `/${locked}`, headers: enabled });
    const rule = '<DefaultRetention><Mode>COMPLIANCE</Mode><Days>1</Days></DefaultRetention>';
    const body = `<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled><Rule>${rule}</Rule></ObjectLockConfiguration>`;
    const set = await storage.call({ method: 'PUT', path: `/${locked}?object-lock`, body });
    expect(set.status).toBe(200);
    bucket = locked;
    await put();
    expect((await head()).headers['x-amz-object-lock-mode']).toBeUndefined();
    await remove();
    await put({
      'x-amz-object-lock-mode': 'GOVERNANCE',
      'x-amz-object-lock-retain-until-date': '2024-06-01T00:00:00.000Z',
    });
    expect((await head()).headers['x-amz-object-lock-mode']).toBe('GOVERNANCE');
  });
});

describe('a deletion that was done at the source', () => {
  const MARKER = { 'x-minio-source-deletemarker': 'true' };

  it('removes the version, and does nothing where there is none', async () => {
    await put();
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(204);
    expect(await versionsOf(storage, bucket)).toEqual([]);
  });

  it('makes the delete marker with its id, and takes it away when it is sent again', async () => {
    await storage.call({ method: 'PUT', path: `/${bucket}/k`, body: 'x' });
    const sent = { ...MARKER, 'x-minio-source-mtime': new Date().toISOString() };
    expect((await remove(sent)).headers['x-amz-version-id']).toBe(ID);
    expect((await versionsOf(storage, bucket))[0]).toBe(`-k ${ID} true`);
    await remove(sent);
    expect(await versionsOf(storage, bucket)).toHaveLength(1);
  });

  it('passes over governance, which the source has let go of, and no other lock', async () => {
    const enabled = { 'x-amz-bucket-object-lock-enabled': 'true' };
    bucket = `${bucket}-locked`;
    await storage.call({ method: 'PUT', path: `/${bucket}`, headers: enabled });
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const lock = (mode: string) => ({
      'x-amz-object-lock-mode': mode,
      'x-amz-object-lock-retain-until-date': until,
    });
    await put(lock('GOVERNANCE'));
    expect((await remove()).status).toBe(204);
    await put(lock('COMPLIANCE'));
    expect(errorOf(await remove())).toBe('403 AccessDenied');
  });
});
