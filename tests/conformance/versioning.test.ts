import {
  CopyObjectCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { compareBytes } from './support/listing.ts';
import { send } from './support/raw-request.ts';
import { failure, useServer } from './support/server.ts';

const server = useServer();
let Bucket = '';

beforeAll(async () => {
  Bucket = await versioned();
});

async function setVersioning(bucket: string, Status: 'Enabled' | 'Suspended'): Promise<void> {
  const change = { Bucket: bucket, VersioningConfiguration: { Status } };
  await server.s3.send(new PutBucketVersioningCommand(change));
}

async function versioned(): Promise<string> {
  const bucket = await server.bucket();
  await setVersioning(bucket, 'Enabled');
  return bucket;
}

async function put(Key: string, Body: string, bucket = Bucket): Promise<string> {
  const stored = await server.s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));
  return stored.VersionId ?? '';
}

async function read(Key: string, VersionId?: string, bucket = Bucket): Promise<string> {
  const get = new GetObjectCommand({ Bucket: bucket, Key, VersionId });
  const { Body } = await server.s3.send(get);
  return (await Body?.transformToString()) ?? '';
}

describe('versioning', () => {
  it('is off, then on, then suspended', async () => {
    const bucket = await server.bucket();
    const status = async () =>
      (await server.s3.send(new GetBucketVersioningCommand({ Bucket: bucket }))).Status;
    expect(await status()).toBeUndefined();
    await setVersioning(bucket, 'Enabled');
    expect(await status()).toBe('Enabled');
    await setVersioning(bucket, 'Suspended');
    expect(await status()).toBe('Suspended');
  });

  it('refuses a state that does not exist', async () => {
    const response = await send(server.target, {
      method: 'PUT',
      bucket: Bucket,
      query: { versioning: '' },
      body: '<VersioningConfiguration><Status>Perhaps</Status></VersioningConfiguration>',
    });
    expect(response.status).toBe(400);
    expect(response.code).toMatch(/^(MalformedXML|IllegalVersioningConfigurationException)$/);
  });

  it('keeps what was there before', async () => {
    const first = await put('kept', 'one');
    const second = await put('kept', 'two');
    expect(first).not.toBe(second);
    expect(await read('kept')).toBe('two');
    expect(await read('kept', first)).toBe('one');
    const head = await server.s3.send(
      new HeadObjectCommand({ Bucket, Key: 'kept', VersionId: first }),
    );
    expect(head).toMatchObject({ VersionId: first, ContentLength: 3 });
  });

  it('hides a deleted object behind a delete marker', async () => {
    const version = await put('hidden', 'content');
    const deleted = await server.s3.send(new DeleteObjectCommand({ Bucket, Key: 'hidden' }));
    expect(deleted).toMatchObject({ DeleteMarker: true });
    const gone = await send(server.target, { bucket: Bucket, key: 'hidden' });
    expect(gone).toMatchObject({ status: 404, code: 'NoSuchKey' });
    expect(gone.headers['x-amz-delete-marker']).toBe('true');
    expect(await read('hidden', version)).toBe('content');
    const marker = await send(server.target, {
      bucket: Bucket,
      key: 'hidden',
      query: { versionId: deleted.VersionId },
    });
    expect(marker).toMatchObject({ status: 405, code: 'MethodNotAllowed' });
    const { Contents = [] } = await server.s3.send(new ListObjectsV2Command({ Bucket }));
    expect(Contents.map(({ Key }) => Key)).not.toContain('hidden');

    const undo = { Bucket, Key: 'hidden', VersionId: deleted.VersionId };
    await server.s3.send(new DeleteObjectCommand(undo));
    expect(await read('hidden')).toBe('content');
  });

  it('deletes one version for good, and the one before it is the latest', async () => {
    const first = await put('peeled', 'one');
    const second = await put('peeled', 'two');
    await server.s3.send(new DeleteObjectCommand({ Bucket, Key: 'peeled', VersionId: second }));
    expect(await read('peeled')).toBe('one');
    const get = new GetObjectCommand({ Bucket, Key: 'peeled', VersionId: second });
    expect(await failure(server.s3.send(get))).toEqual({ code: 'NoSuchVersion', status: 404 });
    expect(await read('peeled', first)).toBe('one');
  });

  it('deletes versions and places markers in one call', async () => {
    const old = await put('many/a', 'one');
    await put('many/a', 'two');
    await put('many/b', 'one');
    const Objects = [{ Key: 'many/a', VersionId: old }, { Key: 'many/b' }];
    const { Deleted = [] } = await server.s3.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects } }),
    );
    const byKey = [...Deleted].sort((x, y) => compareBytes(x.Key ?? '', y.Key ?? ''));
    expect(byKey).toMatchObject([
      { Key: 'many/a', VersionId: old },
      { Key: 'many/b', DeleteMarker: true },
    ]);
    expect(await read('many/a')).toBe('two');
    expect((await send(server.target, { bucket: Bucket, key: 'many/b' })).status).toBe(404);
  });

  it('brings an old version back by copying it', async () => {
    const first = await put('restored', 'one');
    await put('restored', 'two');
    await server.s3.send(
      new CopyObjectCommand({
        Bucket,
        Key: 'restored',
        CopySource: `${Bucket}/restored?versionId=${first}`,
      }),
    );
    expect(await read('restored')).toBe('one');
  });

  it.each(['no-such-version', '11111111-2222-3333-4444-555555555555'])(
    'refuses the version %s',
    async (versionId) => {
      await put('present', 'x');
      const query = { versionId };
      const response = await send(server.target, { bucket: Bucket, key: 'present', query });
      expect([400, 404]).toContain(response.status);
      expect(response.code).toMatch(/^(NoSuchVersion|InvalidArgument)$/);
    },
  );

  it('writes the null version while it is suspended', async () => {
    const bucket = await versioned();
    const kept = await put('k', 'versioned', bucket);
    await setVersioning(bucket, 'Suspended');
    await put('k', 'first null', bucket);
    await put('k', 'second null', bucket);
    expect(await read('k', undefined, bucket)).toBe('second null');
    expect(await read('k', 'null', bucket)).toBe('second null');
    expect(await read('k', kept, bucket)).toBe('versioned');
    const { Versions = [] } = await server.s3.send(
      new ListObjectVersionsCommand({ Bucket: bucket }),
    );
    expect(Versions.map(({ VersionId }) => VersionId)).toEqual(['null', kept]);
  });

  it('does not let a bucket go that still has versions', async () => {
    const bucket = await versioned();
    await put('k', 'x', bucket);
    await server.s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'k' }));
    const remove = new DeleteBucketCommand({ Bucket: bucket });
    expect(await failure(server.s3.send(remove))).toEqual({ code: 'BucketNotEmpty', status: 409 });
  });
});

describe('the list of versions', () => {
  it('holds every version and marker once, newest first, page by page', async () => {
    const bucket = await versioned();
    const written: string[] = [];
    for (const key of ['a', 'b/1', 'b/2', 'c d']) {
      const ofKey: string[] = [];
      for (const body of ['one', 'two', 'three']) ofKey.unshift(await put(key, body, bucket));
      if (key !== 'b/2') {
        const marker = await server.s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
        ofKey.unshift(marker.VersionId ?? '');
      }
      written.push(...ofKey.map((version) => `${key} ${version}`));
    }
    for (const MaxKeys of [1, 2, 3, 7, 1_000]) {
      const seen: { entry: string; marker: boolean; latest: boolean }[] = [];
      let KeyMarker: string | undefined;
      let VersionIdMarker: string | undefined;
      let more = true;
      while (more && seen.length < 100) {
        const page = await server.s3.send(
          new ListObjectVersionsCommand({ Bucket: bucket, MaxKeys, KeyMarker, VersionIdMarker }),
        );
        const { Versions = [], DeleteMarkers = [] } = page;
        expect(Versions.length + DeleteMarkers.length).toBeLessThanOrEqual(MaxKeys);
        for (const [list, marker] of [
          [DeleteMarkers, true],
          [Versions, false],
        ] as const) {
          for (const { Key, VersionId, IsLatest } of list) {
            seen.push({ entry: `${Key} ${VersionId}`, marker, latest: IsLatest === true });
          }
        }
        more = page.IsTruncated === true;
        KeyMarker = page.NextKeyMarker;
        VersionIdMarker = page.NextVersionIdMarker;
      }
      expect([...seen.map(({ entry }) => entry)].sort()).toEqual([...written].sort());
      expect(seen.filter(({ marker }) => marker)).toHaveLength(3);
      expect(seen.filter(({ latest }) => latest)).toHaveLength(4);
      // Markers and versions are returned in separate lists, so the order is only visible with
      // small pages.
      if (MaxKeys === 1) expect(seen.map(({ entry }) => entry)).toEqual(written);
    }
  });

  it('groups by folder and knows prefixes', async () => {
    const bucket = await versioned();
    for (const key of ['a', 'b/1', 'b/2', 'c']) await put(key, 'x', bucket);
    const list = { Bucket: bucket, Delimiter: '/' };
    const top = await server.s3.send(new ListObjectVersionsCommand(list));
    expect(top.Versions?.map(({ Key }) => Key)).toEqual(['a', 'c']);
    expect(top.CommonPrefixes).toEqual([{ Prefix: 'b/' }]);
    const below = await server.s3.send(new ListObjectVersionsCommand({ ...list, Prefix: 'b/' }));
    expect(below.Versions?.map(({ Key }) => Key)).toEqual(['b/1', 'b/2']);
  });
});
