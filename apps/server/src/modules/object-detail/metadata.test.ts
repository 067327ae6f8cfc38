import { MAX_METADATA_BYTES } from '@stowage/contract/object-detail';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_KEYS, testObjects } from './testing/test-objects.ts';

const BUCKET = 'detail-metadata';
const objects = testObjects(BUCKET);
const { ask, detail, put } = objects;
beforeAll(objects.open);
afterAll(objects.close);

const save = (key: string, payload: object, revision?: string) =>
  ask('PUT', 'metadata', key, { payload: { user_metadata: {}, ...payload }, revision });

describe('metadata', () => {
  it.each(HOSTILE_KEYS)('of %j is replaced, its content stays', async (key) => {
    await put(key, 'content');
    const user_metadata = { camera: 'z6', ort: 'Gemüse 文件 🎉', note: 'a=b; "c"' };
    const headers = {
      content_type: 'text/markdown',
      content_disposition: 'attachment; filename="x.md"',
      content_language: 'de',
      cache_control: 'max-age=60',
      expires: 'Wed, 21 Oct 2026 07:28:00 GMT',
    };
    expect((await save(key, { ...headers, user_metadata })).statusCode).toBe(200);
    const shown = (await detail(key)).json();
    expect(shown).toMatchObject({ ...headers, size: 7 });
    expect(shown.user_metadata).toEqual(user_metadata);
    const { body } = await objects.test.s3.getObject({ bucket: BUCKET, key });
    expect(Buffer.concat(await body.toArray()).toString()).toBe('content');
  });

  it('takes away what is left out', async () => {
    await put('emptied');
    await save('emptied', { cache_control: 'no-store', user_metadata: { a: '1', b: '2' } });
    await save('emptied', { user_metadata: { b: '2' } });
    const shown = (await detail('emptied')).json();
    expect(shown.cache_control).toBeUndefined();
    expect(shown.user_metadata).toEqual({ b: '2' });
  });

  it('keeps tags, retention, legal hold and storage class', async () => {
    const until = new Date(Date.now() + 86_400_000).toISOString();
    await objects.test.s3.putObject({
      bucket: BUCKET,
      key: 'kept',
      size: 1,
      body: Buffer.from('x'),
      tags: { site: 'kiel', 'a b': 'c+d' },
      retention: { mode: 'GOVERNANCE', until },
      legalHold: true,
      storageClass: 'REDUCED_REDUNDANCY',
    });
    const before = (await detail('kept')).json();
    expect((await save('kept', { user_metadata: { a: '1' } })).statusCode).toBe(200);
    const after = (await detail('kept')).json();
    expect(after.version_id).not.toBe(before.version_id);
    expect(after).toMatchObject({
      tags: { site: 'kiel', 'a b': 'c+d' },
      retention_mode: 'governance',
      retention_until_date: before.retention_until_date,
      legal_hold_status: 'ON',
      storage_class: 'REDUCED_REDUNDANCY',
      user_metadata: { a: '1' },
    });
  });

  it('is edited by who may read neither tags nor versions', async () => {
    const key = 'tagged';
    await put(key, 'x');
    await objects.test.s3.putObjectTagging({ bucket: BUCKET, key, tags: { site: 'kiel' } });
    const keys = await objects.test.addUser(`editor-${Date.now()}`, {
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Action: ['s3:GetObject', 's3:PutObject', 's3:PutObjectTagging'],
          Resource: 'arn:aws:s3:::*',
        },
      ],
    });
    const caller = await objects.test.logIn(keys);
    const payload = { user_metadata: { a: '1' } };
    const saved = await ask('PUT', 'metadata', key, { payload, caller });
    expect(saved.statusCode).toBe(200);
    const shown = (await detail(key)).json();
    expect(shown).toMatchObject({ tags: { site: 'kiel' }, user_metadata: { a: '1' } });
  });

  it('that would lose its locks is refused to who may not set them', async () => {
    await objects.test.s3.putObject({
      bucket: BUCKET,
      key: 'held',
      size: 1,
      body: Buffer.from('x'),
      legalHold: true,
    });
    const keys = await objects.test.addUser('writer', {
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Action: ['s3:GetObject*', 's3:PutObject'], Resource: 'arn:aws:s3:::*' },
      ],
    });
    const caller = await objects.test.logIn(keys);
    const payload = { user_metadata: { a: '1' } };
    const response = await ask('PUT', 'metadata', 'held', { payload, caller });
    expect(response.json().errorCode).toBe('AccessDenied');
    expect(response.json().detailedMessage).toMatch(/s3:PutObjectLegalHold/);
    expect((await detail('held')).json().user_metadata).toEqual({});
  });

  it('is not changed by who has seen another state of it, or another object', async () => {
    await put('raced', 'one');
    const { metadata: revision } = (await detail('raced')).json().revisions;
    await save('raced', { user_metadata: { a: '1' } }, revision);
    const late = await save('raced', { user_metadata: { b: '2' } }, revision);
    expect(late.json().errorCode).toBe('ChangedMeanwhile');
    const { metadata: seen } = (await detail('raced')).json().revisions;
    await put('raced', 'two');
    const later = await save('raced', { user_metadata: { b: '2' } }, seen);
    expect(later.json().errorCode).toBe('ChangedMeanwhile');
  });

  it.each([
    ['a name with a blank', { user_metadata: { 'a b': 'c' } }, /^user_metadata/],
    ['a name that ends the header', { user_metadata: { 'a:': 'c' } }, /^user_metadata/],
    [
      'a value with a line break',
      { user_metadata: { a: 'b\r\nx-amz-acl: public' } },
      /^user_metadata/,
    ],
    ['too much', { user_metadata: { a: 'ü'.repeat(MAX_METADATA_BYTES / 2) } }, /^user_metadata/],
    ['a header with a line break', { content_type: 'text/html\nx: y' }, /^content_type/],
    ['a header with a blank at its end', { cache_control: 'no-store ' }, /^cache_control/],
  ])('is refused at its field: %s', async (_, payload, field) => {
    await put('refusing');
    const response = await save('refusing', payload);
    expect(response.statusCode).toBe(400);
    expect(response.json().field).toMatch(field);
  });

  it('of a deleted object is not found', async () => {
    await put('deleted');
    await objects.test.s3.deleteObject({ bucket: BUCKET, key: 'deleted' });
    expect((await save('deleted', {})).json().errorCode).toBe('ObjectNotFound');
  });
});
