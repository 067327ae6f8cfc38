import { ListObjectsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { ofTarget } from './support/differences.ts';
import type { ListingQuestion } from './support/listing.ts';
import { expectedListing, inByteOrder, walkListing } from './support/listing.ts';
import { send } from './support/raw-request.ts';
import { failure, freshName, useServer } from './support/server.ts';

const server = useServer();

const ALL_KEYS = [
  'a',
  'a/',
  'a/b',
  'a/b/c',
  'a/b/c/d',
  'a-b',
  'a.b',
  'a b',
  'a+b',
  'a%20b',
  'a%2Fb',
  'a//b',
  'a//',
  'a/../b',
  'ab',
  'ab/1',
  'ab/2',
  'ab/3',
  'ab0',
  '"quoted"',
  "'single'",
  '<xml>&amp;',
  '~tilde',
  '!bang',
  '*star*',
  '?question',
  '#hash',
  'back\\slash',
  'tab\there',
  'line\nbreak',
  'control\u0001character',
  ' leading space',
  'trailing space ',
  'ü',
  'u\u0308',
  'Ü/Ö',
  '世界/一',
  '世界/二',
  '\ufffd',
  '😀',
  '😀/x',
  '\uffee/x',
  '.',
  '..',
  '../up',
  './here',
  '.hidden',
  '...',
  '/',
  '/leading',
  '//double',
  `long/${'l'.repeat(200)}`,
  `${'d/'.repeat(500)}${'e'.repeat(24)}`,
  `${'x'.repeat(1_024)}`,
];

let Bucket = '';
let keys: string[] = [];

beforeAll(async () => {
  Bucket = await server.bucket();
  keys = ofTarget('keysThatWork')(ALL_KEYS);
  for (const key of keys) {
    const response = await send(server.target, { method: 'PUT', bucket: Bucket, key, body: key });
    expect({ key, status: response.status }).toEqual({ key, status: 200 });
  }
});

const QUESTIONS: readonly ListingQuestion[] = [
  {},
  { delimiter: '/' },
  { prefix: 'a' },
  { prefix: 'a', delimiter: '/' },
  { prefix: 'a/', delimiter: '/' },
  { prefix: 'a/b', delimiter: '/' },
  { prefix: 'a/b/', delimiter: '/' },
  { prefix: 'ab' },
  { prefix: 'ab/', delimiter: '/' },
  { prefix: '世界/', delimiter: '/' },
  { prefix: '😀', delimiter: '/' },
  { prefix: 'd/d/', delimiter: '/' },
  { prefix: 'nothing/', delimiter: '/' },
  ...(ofTarget('markersAtFolders') ? [{ after: 'a/b' }] : []),
  { after: 'ab/2' },
  { after: 'a', delimiter: '/' },
  { after: 'ab/1', prefix: 'ab/' },
  { after: 'zzz' },
];

describe.each([1, 2] as const)('ListObjects version %i', (version) => {
  it.each(QUESTIONS)('gives every key once and in order: %j', async (question) => {
    const wanted = expectedListing(keys, question);
    for (const pageSize of [1, 2, 3, 7, 1_000]) {
      const listing = await walkListing(server.target, Bucket, question, version, pageSize);
      expect({ pageSize, ...listing }).toEqual({ pageSize, ...wanted });
    }
  });
});

describe('listings', () => {
  it('begin where the last folder ended', async () => {
    const { prefixes } = expectedListing(keys, { delimiter: '/' });
    const after = prefixes[1] ?? '';
    const wanted = expectedListing(
      keys.filter((key) => !key.startsWith(after)),
      { delimiter: '/', after },
    );
    const listing = await walkListing(server.target, Bucket, { delimiter: '/', after }, 1, 3);
    expect(listing).toEqual(wanted);
  });

  it.runIf(ofTarget('anyDelimiter'))('group by any text', async () => {
    for (const delimiter of ['b', '/b', ' ', '😀', '//']) {
      for (const pageSize of [1, 3, 1_000]) {
        const listing = await walkListing(server.target, Bucket, { delimiter }, 2, pageSize);
        expect({ delimiter, ...listing }).toEqual({
          delimiter,
          ...expectedListing(keys, { delimiter }),
        });
      }
    }
  });

  it('describe each object', async () => {
    const { Contents = [], ...page } = await server.s3.send(
      new ListObjectsV2Command({ Bucket, Prefix: 'ab/', MaxKeys: 2, FetchOwner: true }),
    );
    expect(page).toMatchObject({
      Name: Bucket,
      Prefix: 'ab/',
      MaxKeys: 2,
      KeyCount: 2,
      IsTruncated: true,
    });
    expect(Contents).toMatchObject([
      { Key: 'ab/1', Size: 4, StorageClass: 'STANDARD' },
      { Key: 'ab/2', Size: 4, StorageClass: 'STANDARD' },
    ]);
    for (const { ETag, LastModified, Owner } of Contents) {
      expect(ETag).toMatch(/^"[0-9a-f]{32}"$/);
      expect(LastModified?.getTime()).toBeGreaterThan(Date.now() - 600_000);
      expect(Owner?.ID).toBeTruthy();
    }
  });

  it('come through the SDK with keys as they are', async () => {
    const names = ['<xml>&amp;', "'single'", '"quoted"', 'a+b', 'a%20b', '😀/x'];
    const own = await server.bucket();
    for (const key of names) {
      await send(server.target, { method: 'PUT', bucket: own, key, body: 'x' });
    }
    const v2 = await server.s3.send(new ListObjectsV2Command({ Bucket: own }));
    expect(v2.Contents?.map(({ Key }) => Key)).toEqual(inByteOrder(names));
    const v1 = await server.s3.send(new ListObjectsCommand({ Bucket: own }));
    expect(v1.Contents?.map(({ Key }) => Key)).toEqual(inByteOrder(names));
  });

  it('of no keys are empty and complete', async () => {
    const page = await server.s3.send(new ListObjectsV2Command({ Bucket, MaxKeys: 0 }));
    expect(page).toMatchObject({ KeyCount: 0, IsTruncated: false });
    const empty = await server.bucket();
    const none = await server.s3.send(new ListObjectsV2Command({ Bucket: empty }));
    expect(none).toMatchObject({ KeyCount: 0, IsTruncated: false });
    expect(none.Contents).toBeUndefined();
  });

  it('give at most a thousand keys', async () => {
    const own = await server.bucket();
    const numbers = Array.from({ length: 1_010 }, (_, n) => `k/${String(n).padStart(5, '0')}`);
    for (let at = 0; at < numbers.length; at += 50) {
      const batch = numbers.slice(at, at + 50);
      await Promise.all(
        batch.map((key) => send(server.target, { method: 'PUT', bucket: own, key, body: 'x' })),
      );
    }
    const list = { Bucket: own, MaxKeys: 5_000 };
    const page = await server.s3.send(new ListObjectsV2Command(list));
    expect(page).toMatchObject({ KeyCount: 1_000, IsTruncated: true });
    expect(page.Contents?.map(({ Key }) => Key)).toEqual(numbers.slice(0, 1_000));
    const ContinuationToken = page.NextContinuationToken;
    const rest = await server.s3.send(new ListObjectsV2Command({ ...list, ContinuationToken }));
    expect(rest.Contents?.map(({ Key }) => Key)).toEqual(numbers.slice(1_000));
  });

  it.each([
    ['a negative number of keys', { 'max-keys': '-1' }],
    ['a number of keys that is none', { 'max-keys': 'many' }],
    ['an unknown encoding', { 'encoding-type': 'base64' }],
    ['an empty continuation token', { 'list-type': '2', 'continuation-token': '' }],
    ['a broken continuation token', { 'list-type': '2', 'continuation-token': '***' }],
  ])('refuse %s', async (_, query) => {
    const response = await send(server.target, { bucket: Bucket, query });
    expect(response).toMatchObject({ status: 400, code: 'InvalidArgument' });
  });

  it('of a bucket that is not there are refused', async () => {
    const list = new ListObjectsV2Command({ Bucket: freshName() });
    expect(await failure(server.s3.send(list))).toEqual({ code: 'NoSuchBucket', status: 404 });
  });
});

describe('keys', () => {
  it('are read back as they were written', async () => {
    for (const key of keys) {
      const response = await send(server.target, { bucket: Bucket, key });
      expect({ key, body: response.body.toString() }).toEqual({ key, body: key });
    }
  });

  it.each([
    ['ASCII', 'k'.repeat(1_025)],
    ['UTF-8', `${'ü'.repeat(512)}k`],
  ])('over 1,024 bytes are refused: %s', async (_, key) => {
    const response = await send(server.target, { method: 'PUT', bucket: Bucket, key, body: 'x' });
    expect(response).toMatchObject({ status: 400, code: 'KeyTooLongError' });
  });

  it('that are no UTF-8 are refused', async () => {
    const response = await send(server.target, {
      method: 'PUT',
      path: `/${Bucket}/%ff%fe`,
      body: 'x',
      anonymous: true,
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
  });
});
