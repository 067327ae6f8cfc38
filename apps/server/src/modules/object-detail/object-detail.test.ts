import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_KEYS, testObjects } from './testing/test-objects.ts';

const BUCKET = 'detail-objects';
const objects = testObjects(BUCKET);
const { ask, detail, put } = objects;
beforeAll(objects.open);
afterAll(objects.close);

describe('the details of an object', () => {
  it('are everything that is known of it [OBJ-08]', async () => {
    const until = new Date(Date.now() + 86_400_000).toISOString();
    await objects.test.s3.putObject({
      bucket: BUCKET,
      key: 'full',
      size: 5,
      body: Buffer.from('hello'),
      contentType: 'text/plain',
      contentDisposition: 'inline',
      contentLanguage: 'de',
      cacheControl: 'no-store',
      metadata: { Camera: 'z6', place: 'Gemüse' },
      tags: { site: 'kiel + co' },
      retention: { mode: 'GOVERNANCE', until },
      legalHold: true,
    });
    const response = await detail('full');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      name: 'full',
      size: 5,
      is_latest: true,
      is_delete_marker: false,
      content_type: 'text/plain',
      content_disposition: 'inline',
      content_language: 'de',
      cache_control: 'no-store',
      user_metadata: { camera: 'z6', place: 'Gemüse' },
      tags: { site: 'kiel + co' },
      legal_hold_status: 'ON',
      retention_mode: 'governance',
    });
    expect(Date.parse(response.json().retention_until_date)).toBe(Date.parse(until));
  });

  it.each(HOSTILE_KEYS)('are had of %j', async (key) => {
    const versionId = await put(key, 'content');
    expect((await detail(key)).json()).toMatchObject({ name: key, size: 7, version_id: versionId });
    expect((await detail(key, versionId)).json()).toMatchObject({ name: key, is_latest: true });
  });

  it('are those of the version that is named', async () => {
    const first = await put('versions', 'old');
    await put('versions', 'newer');
    const old = (await detail('versions', first)).json();
    expect(old).toMatchObject({ version_id: first, size: 3, is_latest: false });
    expect((await detail('versions')).json()).toMatchObject({ size: 5, is_latest: true });
  });

  it('of a delete marker are its time and its version, with or without naming it', async () => {
    await put('deleted');
    const { versionId: marker = '' } = await objects.test.s3.deleteObject({
      bucket: BUCKET,
      key: 'deleted',
    });
    for (const named of [undefined, marker]) {
      const response = await detail('deleted', named);
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({
        name: 'deleted',
        version_id: marker,
        is_latest: true,
        is_delete_marker: true,
        revisions: {},
      });
    }
  });

  it('are refused for what is not there', async () => {
    await put('neighbour-1');
    expect((await detail('neighbour')).json().errorCode).toBe('ObjectNotFound');
    const missing = await detail('neighbour-1', '11111111-2222-4333-8444-555555555555');
    expect(missing.json().errorCode).toBe('VersionNotFound');
    for (const text of ['no\nversion', 'zzz']) {
      expect((await detail('neighbour-1', text)).json()).toMatchObject({
        errorCode: 'VersionNotFound',
        field: 'version_id',
      });
    }
    expect((await detail('a\u0000b')).json().errorCode).toBe('InvalidObjectName');
    expect((await detail('x'.repeat(1025))).json().errorCode).toBe('KeyTooLong');
  });

  it('leave out the tags that the caller may not read', async () => {
    await objects.test.s3.putObject({
      bucket: BUCKET,
      key: 'secret-tags',
      size: 0,
      body: Buffer.alloc(0),
      tags: { a: 'b' },
    });
    const keys = await objects.test.addUser('no-tags', {
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Action: ['s3:GetObject', 's3:ListBucket'], Resource: 'arn:aws:s3:::*' },
      ],
    });
    const caller = await objects.test.logIn(keys);
    const response = await ask('GET', 'detail', 'secret-tags', { caller });
    expect(response.statusCode).toBe(200);
    expect(response.json().tags).toBeUndefined();
    expect(response.json().revisions.tags).toBeUndefined();
  });
});

describe('tags', () => {
  const tagsOf = (key: string, versionId?: string) =>
    objects.test.s3.getObjectTagging({ bucket: BUCKET, key, versionId });

  it.each(HOSTILE_KEYS)('of %j are exactly those that are given [API-53]', async (key) => {
    await put(key);
    const tags = { 'a b+c': 'x/y=z:1@2', empty: '', 'k.-_:/@=': 'v' };
    const response = await ask('PUT', 'tags', key, { payload: { tags } });
    expect(response.statusCode).toBe(200);
    expect(await tagsOf(key)).toEqual(tags);
    await ask('PUT', 'tags', key, { payload: { tags: {} } });
    expect(await tagsOf(key)).toEqual({});
  });

  it('belong to the version that is named', async () => {
    const first = await put('tagged');
    const second = await put('tagged');
    await ask('PUT', 'tags', 'tagged', { version: first, payload: { tags: { old: '1' } } });
    expect(await tagsOf('tagged', first)).toEqual({ old: '1' });
    expect(await tagsOf('tagged', second)).toEqual({});
  });

  it('are not changed by who has seen another state of them', async () => {
    await put('contested');
    const { revision } = { revision: (await detail('contested')).json().revisions.tags };
    const mine = await ask('PUT', 'tags', 'contested', { revision, payload: { tags: { a: '1' } } });
    expect(mine.statusCode).toBe(200);
    const late = await ask('PUT', 'tags', 'contested', { revision, payload: { tags: { b: '2' } } });
    expect(late.json().errorCode).toBe('ChangedMeanwhile');
    expect(await tagsOf('contested')).toEqual({ a: '1' });
  });

  it('seen on one object are not written to another that took its place', async () => {
    await put('replaced', 'one');
    const { tags: revision } = (await detail('replaced')).json().revisions;
    await put('replaced', 'two');
    const late = await ask('PUT', 'tags', 'replaced', { revision, payload: { tags: { a: '1' } } });
    expect(late.json().errorCode).toBe('ChangedMeanwhile');
  });

  it.each([
    ['too many', Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`t${n}`, 'x']))],
    ['a key that is too long', { ['k'.repeat(129)]: 'x' }],
    ['a value that is too long', { k: 'v'.repeat(257) }],
    ['characters that no server takes', { 'k\u0001': 'x' }],
  ])('are refused with their field: %s', async (_, tags) => {
    await put('refusing');
    const response = await ask('PUT', 'tags', 'refusing', { payload: { tags } });
    expect(response.statusCode).toBe(400);
    expect(response.json().errorCode).toBe('InvalidInput');
    expect(response.json().field).toMatch(/^tags/);
    expect(await tagsOf('refusing')).toEqual({});
  });
});

describe('deleting one version', () => {
  it('under governance retention needs the bypass to be asked for', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const { versionId = '' } = await objects.test.s3.putObject({
      bucket: BUCKET,
      key: 'governed',
      size: 0,
      body: Buffer.alloc(0),
      retention: { mode: 'GOVERNANCE', until },
    });
    const path = encodeURIComponent(Buffer.from('governed').toString('base64'));
    const version = encodeURIComponent(Buffer.from(versionId).toString('base64'));
    const url = `/api/v1/buckets/${BUCKET}/objects?path=${path}&version_id=${version}`;
    const refused = await objects.root.send({ method: 'DELETE', url });
    expect(refused.json().errorCode).toBe('ObjectLocked');
    const bypass = `${url}&bypass_governance=true`;
    expect((await objects.root.send({ method: 'DELETE', url: bypass })).statusCode).toBe(200);
    expect((await detail('governed')).statusCode).toBe(404);
  });
});
