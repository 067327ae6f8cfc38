import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';
import { deleteAll } from './delete-objects.ts';

const BUCKET = 'deletions';
const KEYS = ['a.txt', 'folder/1', 'folder/2', 'folder/sub/3', 'folder2/4', 'folder'];

let test: TestConsole;
let root: TestCaller;

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
  await test.s3.makeBucket({ bucket: BUCKET });
});
afterAll(() => test.close());
beforeEach(async () => {
  for (const key of KEYS.filter((key) => key !== 'folder')) {
    await test.s3.putObject({ bucket: BUCKET, key, size: 1, body: Buffer.from('x') });
  }
});

const wire = (text: string) => encodeURIComponent(Buffer.from(text).toString('base64'));

const remove = (path: string, query = '', caller = root) =>
  caller.send({
    method: 'DELETE',
    url: `/api/v1/buckets/${BUCKET}/objects?path=${wire(path)}${query}`,
  });

const removeSeveral = (payload: object, caller = root, bucket = BUCKET) =>
  caller.send({ method: 'POST', url: `/api/v1/buckets/${bucket}/delete-objects`, payload });

async function keys(bucket = BUCKET) {
  const { objects } = await test.s3.listObjects({ bucket });
  return objects.map(({ key }) => key);
}

describe('deleting one', () => {
  it('removes the object and nothing else [API-48]', async () => {
    const response = await remove('folder/1');
    expect(response.statusCode).toBe(200);
    expect(await keys()).toEqual(['a.txt', 'folder/2', 'folder/sub/3', 'folder2/4']);
  });

  it('removes everything under a prefix, and no neighbour', async () => {
    expect((await remove('folder/', '&recursive=true')).statusCode).toBe(200);
    expect(await keys()).toEqual(['a.txt', 'folder2/4']);
  });

  it('takes a path without a slash for the object and what is under it', async () => {
    expect((await remove('folder', '&recursive=true')).statusCode).toBe(200);
    expect(await keys()).toEqual(['a.txt', 'folder2/4']);
  });

  it('is no error when it is gone already', async () => {
    expect((await remove('never-there')).statusCode).toBe(200);
  });

  it('leaves a marker in a versioned bucket, and removes a version by its id', async () => {
    const bucket = 'kept-versions';
    await test.s3.makeBucket({ bucket });
    await test.s3.putBucketVersioning({ bucket, state: 'enabled' });
    const put = { bucket, key: 'a', size: 1, body: Buffer.from('x') };
    const { versionId = '' } = await test.s3.putObject(put);
    const url = `/api/v1/buckets/${bucket}/objects?path=${wire('a')}`;
    await root.send({ method: 'DELETE', url });
    expect((await test.s3.listObjectVersions({ bucket })).versions).toHaveLength(2);
    await root.send({ method: 'DELETE', url: `${url}&version_id=${wire(versionId)}` });
    const { versions } = await test.s3.listObjectVersions({ bucket });
    expect(versions.map(({ isDeleteMarker }) => isDeleteMarker)).toEqual([true]);
  });

  it('says that a locked version cannot go', async () => {
    const bucket = 'locked-versions';
    await test.s3.makeBucket({ bucket, objectLock: true });
    await test.s3.putObjectLockConfiguration({
      bucket,
      retention: { mode: 'COMPLIANCE', unit: 'days', validity: 1 },
    });
    const put = { bucket, key: 'a', size: 1, body: Buffer.from('x') };
    const { versionId = '' } = await test.s3.putObject(put);
    const response = await root.send({
      method: 'DELETE',
      url: `/api/v1/buckets/${bucket}/objects?path=${wire('a')}&version_id=${wire(versionId)}`,
    });
    expect(response.json()).toMatchObject({ code: 409, errorCode: 'ObjectLocked' });
    const several = await removeSeveral(
      [{ path: 'a', versionID: versionId, recursive: false }],
      root,
      bucket,
    );
    expect(several.json()).toMatchObject({ code: 409, errorCode: 'ObjectLocked' });
    expect((await test.s3.listObjectVersions({ bucket })).versions).toHaveLength(1);
  });

  it.each([
    ['', 'InvalidObjectName'],
    ['ü'.repeat(513), 'KeyTooLong'],
  ])('refuses the path %j', async (path, errorCode) => {
    const response = await remove(path, '&recursive=true');
    expect(response.json()).toMatchObject({ code: 400, errorCode, field: 'path' });
    expect(await keys()).toHaveLength(5);
  });
});

describe('deleting several', () => {
  it('removes objects and folders in one call [API-49]', async () => {
    const response = await removeSeveral([
      { path: 'a.txt', versionID: '', recursive: false },
      { path: 'folder/', recursive: true },
    ]);
    expect(response.statusCode).toBe(200);
    expect(await keys()).toEqual(['folder2/4']);
  });

  it('takes paths as they are, not as base64', async () => {
    const key = Buffer.from('folder/1').toString('base64');
    await test.s3.putObject({ bucket: BUCKET, key, size: 1, body: Buffer.from('x') });
    await removeSeveral([{ path: key }]);
    expect(await keys()).toContain('folder/1');
    expect(await keys()).not.toContain(key);
  });

  it('deletes nothing when one of the paths cannot be', async () => {
    const response = await removeSeveral([{ path: 'a.txt' }, { path: 'ü'.repeat(513) }]);
    expect(response.json()).toMatchObject({ errorCode: 'KeyTooLong', field: '1.path' });
    expect(await keys()).toContain('a.txt');
  });

  it.each([
    [{ path: 'a.txt' }, ''],
    [[{ path: '' }], '0.path'],
    [[{ path: 'a', recursive: 'yes' }], '0.recursive'],
    [Array.from({ length: 10_001 }, () => ({ path: 'a' })), ''],
  ])('refuses what is no list of paths', async (payload, field) => {
    const response = await removeSeveral(payload);
    expect(response.json()).toMatchObject({ code: 400, errorCode: 'InvalidInput' });
    expect(response.json().field ?? '').toBe(field);
    expect(await keys()).toHaveLength(5);
  });

  it('names the action that the storage refuses [OBJ-32]', async () => {
    const reader = await test.logIn(
      await test.addUser('delete-reader', {
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Action: ['s3:ListBucket', 's3:GetObject'],
            Resource: ['arn:aws:s3:::*'],
          },
        ],
      }),
    );
    const single = await remove('a.txt', '', reader);
    expect(single.json()).toMatchObject({
      code: 403,
      detailedMessage: 'The storage server refuses s3:DeleteObject to this account.',
    });
    const tree = await remove('folder/', '&recursive=true', reader);
    expect(tree.json()).toMatchObject({ code: 403, errorCode: 'AccessDenied' });
    expect(await keys()).toHaveLength(5);
  });
});

describe('undoing what only set delete markers', () => {
  const url = (bucket: string, key: string) =>
    `/api/v1/buckets/${bucket}/objects?path=${wire(key)}`;
  const put = (bucket: string, key: string, text = key) =>
    test.s3.putObject({ bucket, key, size: text.length, body: Buffer.from(text) });

  async function versionedBucket(bucket: string, ...keys: string[]) {
    await test.s3.makeBucket({ bucket });
    await test.s3.putBucketVersioning({ bucket, state: 'enabled' });
    for (const key of keys) await put(bucket, key);
    return bucket;
  }

  it('tells the markers of several objects, and removes exactly those', async () => {
    const bucket = await versionedBucket('undo-several', 'a', 'b', 'c\u0001', 'folder/x');
    const deletions = [{ path: 'a' }, { path: 'b' }, { path: 'c\u0001' }];
    const deleted = await removeSeveral(
      [...deletions, { path: 'folder/', recursive: true }],
      root,
      bucket,
    );
    const { delete_markers } = deleted.json();
    expect(delete_markers.map(({ path }: { path: string }) => path)).toEqual(['a', 'b', 'c\u0001']);
    expect(await keys(bucket)).toEqual([]);
    const undone = await removeSeveral(delete_markers, root, bucket);
    expect(undone.json()).toEqual({ delete_markers: [] });
    expect(await keys(bucket)).toEqual(['a', 'b', 'c\u0001']);
  });

  it('keeps what somebody wrote meanwhile, and the versions before it', async () => {
    const bucket = await versionedBucket('undo-overtaken', 'a');
    const deleted = await root.send({ method: 'DELETE', url: url(bucket, 'a') });
    await put(bucket, 'a', 'written meanwhile');
    const undone = await removeSeveral(deleted.json().delete_markers, root, bucket);
    expect(undone.statusCode).toBe(200);
    const { versions } = await test.s3.listObjectVersions({ bucket });
    expect(versions.map(({ size, isDeleteMarker }) => [size, isDeleteMarker])).toEqual([
      ['written meanwhile'.length, false],
      [1, false],
    ]);
  });

  it('tells none of a version that was deleted, nor where no version is kept', async () => {
    const bucket = await versionedBucket('undo-none', 'a');
    const deleted = await root.send({ method: 'DELETE', url: url(bucket, 'a') });
    const [marker] = deleted.json().delete_markers;
    const again = `${url(bucket, 'a')}&version_id=${wire(marker.versionID)}`;
    expect((await root.send({ method: 'DELETE', url: again })).json().delete_markers).toEqual([]);
    expect((await remove('a.txt')).json().delete_markers).toEqual([]);
  });

  it('tells none that took the place of data: where versioning is suspended', async () => {
    const bucket = await versionedBucket('undo-suspended');
    await test.s3.putBucketVersioning({ bucket, state: 'suspended' });
    await put(bucket, 'a');
    await put(bucket, 'b');
    const one = await root.send({ method: 'DELETE', url: url(bucket, 'a') });
    const several = await removeSeveral([{ path: 'b' }], root, bucket);
    expect([one.json(), several.json()]).toEqual([{ delete_markers: [] }, { delete_markers: [] }]);
  });
});

describe('deleting a large tree', () => {
  const page = (first: number, nextToken?: string) => ({
    objects: Array.from({ length: 1000 }, (_, index) => ({
      key: `folder/${first + index}`,
      size: 1,
      lastModified: '',
      etag: '',
      storageClass: '',
    })),
    prefixes: [],
    truncated: nextToken !== undefined,
    nextToken,
  });

  it('goes page by page and stops when the caller goes away', async () => {
    const caller = new AbortController();
    const batches: number[] = [];
    const s3 = {
      deleteObject: async () => ({ deleteMarker: false }),
      headObject: () => Promise.reject(new Error('nobody asked')),
      listObjects: async () => page(batches.length * 1000, 'more'),
      deleteObjects: async ({ objects }: { objects: readonly unknown[] }) => {
        batches.push(objects.length);
        if (batches.length === 3) caller.abort();
        return { failures: [], markers: [] };
      },
    };
    const deletion = { key: 'folder/', versionId: undefined, recursive: true };
    await expect(deleteAll(s3, 'b', [deletion], caller.signal)).rejects.toThrow('aborted');
    expect(batches).toEqual([1000, 1000, 1000]);
  });

  it('stops at the first page that was not deleted whole, and names an object', async () => {
    let pages = 0;
    const s3 = {
      deleteObject: async () => ({ deleteMarker: false }),
      headObject: () => Promise.reject(new Error('nobody asked')),
      listObjects: async () => page(0, 'more'),
      deleteObjects: async () => {
        pages += 1;
        const failure = { key: 'folder/7', code: 'AccessDenied', message: 'Access Denied.' };
        return { failures: [failure], markers: [] };
      },
    };
    const deletion = { key: 'folder/', versionId: undefined, recursive: true };
    const { signal } = new AbortController();
    await expect(deleteAll(s3, 'b', [deletion], signal)).rejects.toMatchObject({
      code: 'AccessDenied',
      detail: "1 of 1000 objects were not deleted, the first is 'folder/7'.",
    });
    expect(pages).toBe(1);
  });
});
