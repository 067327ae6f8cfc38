import { setTimeout as pause } from 'node:timers/promises';
import type { LifecycleRule } from '@aws-sdk/client-s3';
import {
  DeleteBucketLifecycleCommand,
  GetBucketLifecycleConfigurationCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { ofTarget } from './support/differences.ts';
import { md5Base64, send } from './support/raw-request.ts';
import { failure, useServer } from './support/server.ts';

const server = useServer();
const midnight = new Date('2020-01-01T00:00:00.000Z');

const configure = (Bucket: string, ...Rules: LifecycleRule[]) =>
  server.s3.send(
    new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }),
  );
const read = async (Bucket: string) =>
  (await server.s3.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))).Rules;
const put = (Bucket: string, Key: string, Body = 'x', Tagging?: string) =>
  server.s3.send(
    new PutObjectCommand({ Bucket, Key, Body, ...(Tagging === undefined ? {} : { Tagging }) }),
  );

/** Lists keys with sizes; delete markers as '-key'. */
async function versions(Bucket: string): Promise<string[]> {
  const listed = await server.s3.send(new ListObjectVersionsCommand({ Bucket }));
  return [
    ...(listed.DeleteMarkers ?? []).map(({ Key }) => `-${Key}`),
    ...(listed.Versions ?? []).map(({ Key, Size }) => `${Key}:${Size}`),
  ];
}

/** Waits for the expected versions: both servers scan on their own schedule. */
async function eventually(bucket: string, expected: readonly string[]): Promise<void> {
  const deadline = Date.now() + 50_000;
  while (Date.now() < deadline && (await versions(bucket)).join() !== expected.join()) {
    await pause(250);
  }
  expect(await versions(bucket)).toEqual(expected);
}

describe('a lifecycle configuration', () => {
  it('is kept and given back', async () => {
    const bucket = await server.bucket();
    expect(await failure(read(bucket))).toEqual({
      code: 'NoSuchLifecycleConfiguration',
      status: 404,
    });
    const rules: LifecycleRule[] = [
      { ID: 'days', Status: 'Enabled', Filter: { Prefix: 'logs/' }, Expiration: { Days: 30 } },
      {
        ID: 'several',
        Status: 'Disabled',
        Filter: { And: { Prefix: 'a/', Tags: [{ Key: 'k', Value: 'v' }] } },
        Expiration: { Date: midnight },
        NoncurrentVersionExpiration: { NoncurrentDays: 3, NewerNoncurrentVersions: 2 },
      },
      {
        ID: 'markers',
        Status: 'Enabled',
        Filter: { Tag: { Key: 'k', Value: 'v' } },
        Expiration: { ExpiredObjectDeleteMarker: true },
      },
      { ID: 'old', Status: 'Enabled', Prefix: 'old/', Expiration: { Days: 1 } },
    ];
    await configure(bucket, ...rules);
    expect(await read(bucket)).toMatchObject(rules);
    await server.s3.send(new DeleteBucketLifecycleCommand({ Bucket: bucket }));
    expect(await failure(read(bucket))).toMatchObject({ status: 404 });
  });

  it('gets ids for rules without one', async () => {
    const bucket = await server.bucket();
    const bare = { Status: 'Enabled', Filter: { Prefix: 'a' }, Expiration: { Days: 1 } } as const;
    await configure(bucket, bare, { ...bare, Filter: { Prefix: 'b' } });
    const ids = (await read(bucket))?.map(({ ID }) => ID ?? '');
    expect(ids?.every((id) => id.length > 10)).toBe(true);
    expect(new Set(ids).size).toBe(2);
  });

  const ok = { Status: 'Enabled', Filter: { Prefix: '' }, Expiration: { Days: 1 } } as const;
  it.each<[string, LifecycleRule[], string]>([
    [
      'two rules of one id',
      [
        { ...ok, ID: 'a' },
        { ...ok, ID: 'a' },
      ],
      'InvalidArgument',
    ],
    ['an id that is too long', [{ ...ok, ID: 'a'.repeat(256) }], 'InvalidArgument'],
    ['no days', [{ ...ok, Expiration: { Days: 0 } }], 'InvalidArgument'],
    ['a date at noon', [{ ...ok, Expiration: { Date: new Date(43_200_000) } }], 'InvalidArgument'],
    [
      'days beside delete markers',
      [{ ...ok, Expiration: { Days: 1, ExpiredObjectDeleteMarker: true } }],
      'InvalidArgument',
    ],
    [
      'a tier that does not exist',
      [{ ...ok, Transitions: [{ Days: 1, StorageClass: 'GLACIER' }] }],
      'InvalidStorageClass',
    ],
  ])('with %s is refused', async (_, rules, code) => {
    const bucket = await server.bucket();
    expect(await failure(configure(bucket, ...rules))).toEqual({ code, status: 400 });
    expect(await failure(read(bucket))).toMatchObject({ status: 404 });
  });

  it.each([
    ['of no rule', ''],
    ['of a rule without an action', '<Rule><Status>Enabled</Status><Filter></Filter></Rule>'],
    [
      'of an unknown status',
      '<Rule><Status>enabled</Status><Filter></Filter><Expiration><Days>1</Days></Expiration></Rule>',
    ],
  ])('%s does not fit the schema', async (_, rules) => {
    const bucket = await server.bucket();
    const body = `<LifecycleConfiguration>${rules}</LifecycleConfiguration>`;
    const answer = await send(server.target, {
      method: 'PUT',
      bucket,
      query: { lifecycle: '' },
      headers: { 'content-md5': md5Base64(body) },
      body,
    });
    expect(answer).toMatchObject({ status: 400, code: ofTarget('codeOfLifecycleSchema') });
  });

  it('is told by objects that it will expire', async () => {
    const bucket = await server.bucket();
    await configure(bucket, {
      ID: 'one',
      Status: 'Enabled',
      Filter: { Tag: { Key: 'k', Value: 'v' } },
      Expiration: { Days: 10 },
    });
    const due = new Date(Date.now() + 11 * 86_400_000).toUTCString().slice(0, 16);
    const plain = await put(bucket, 'plain');
    expect(plain.Expiration).toBeUndefined();
    await server.s3.send(
      new PutObjectTaggingCommand({
        Bucket: bucket,
        Key: 'plain',
        Tagging: { TagSet: [{ Key: 'k', Value: 'v' }] },
      }),
    );
    const head = await server.s3.send(new HeadObjectCommand({ Bucket: bucket, Key: 'plain' }));
    expect(head.Expiration).toBe(`expiry-date="${due} 00:00:00 GMT", rule-id="one"`);
    const tagged = await put(bucket, 'tagged', 'x', 'k=v');
    expect(tagged.Expiration).toBe(head.Expiration);
  });
});

describe('the scanner', () => {
  it('removes what a rule names by prefix, tag and size, and leaves the rest', async () => {
    const bucket = await server.bucket();
    await put(bucket, 'logs/a');
    await put(bucket, 'tagged', 'x', 'gone=yes');
    await put(bucket, 'tagged-otherwise', 'x', 'gone=no');
    await put(bucket, 'large', 'x'.repeat(2000));
    await put(bucket, 'small', 'x'.repeat(10));
    const rule = (ID: string, Filter: LifecycleRule['Filter']): LifecycleRule => ({
      ID,
      Status: 'Enabled',
      Filter,
      Expiration: { Date: midnight },
    });
    await configure(
      bucket,
      rule('a', { Prefix: 'logs/' }),
      rule('b', { Tag: { Key: 'gone', Value: 'yes' } }),
      rule('c', { ObjectSizeGreaterThan: 1000 }),
    );
    await eventually(bucket, ['small:10', 'tagged-otherwise:1']);
  });

  it('keeps the newest noncurrent versions, and puts a delete marker over expired objects', async () => {
    const bucket = await server.bucket();
    await server.s3.send(
      new PutBucketVersioningCommand({
        Bucket: bucket,
        VersioningConfiguration: { Status: 'Enabled' },
      }),
    );
    for (const size of [1, 2, 3, 4, 5]) await put(bucket, 'k', 'x'.repeat(size));
    await put(bucket, 'expired');
    await configure(
      bucket,
      {
        ID: 'noncurrent',
        Status: 'Enabled',
        Filter: { Prefix: 'k' },
        NoncurrentVersionExpiration: { NoncurrentDays: undefined, NewerNoncurrentVersions: 2 },
      },
      {
        ID: 'expired',
        Status: 'Enabled',
        Filter: { Prefix: 'expired' },
        Expiration: { Date: midnight },
      },
    );
    await eventually(bucket, ['-expired', 'expired:1', 'k:5', 'k:4', 'k:3']);
  });
});
