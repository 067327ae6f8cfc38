import {
  CopyObjectCommand,
  DeleteBucketTaggingCommand,
  DeleteObjectTaggingCommand,
  GetBucketTaggingCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  PutBucketTaggingCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { failure, useServer } from './support/server.ts';

const server = useServer();
let Bucket = '';

beforeAll(async () => {
  Bucket = await server.bucket();
});

const byKey = (tags: readonly { Key?: string | undefined; Value?: string | undefined }[] = []) =>
  Object.fromEntries(tags.map(({ Key = '', Value }) => [Key, Value]));

async function tagsOf(Key: string): Promise<Record<string, string | undefined>> {
  const { TagSet } = await server.s3.send(new GetObjectTaggingCommand({ Bucket, Key }));
  return byKey(TagSet);
}

describe('tags of objects', () => {
  it('come with the upload, and are counted', async () => {
    const Tagging = 'colour=sky%20blue&size=l';
    await server.s3.send(new PutObjectCommand({ Bucket, Key: 'tagged', Body: 'x', Tagging }));
    expect(await tagsOf('tagged')).toEqual({ colour: 'sky blue', size: 'l' });
    const head = await server.s3.send(new HeadObjectCommand({ Bucket, Key: 'tagged' }));
    expect(head.TagCount ?? 2).toBe(2);
  });

  it('are replaced as a whole and taken away', async () => {
    await server.s3.send(
      new PutObjectCommand({ Bucket, Key: 'retagged', Body: 'x', Tagging: 'a=1&b=2' }),
    );
    const TagSet = [{ Key: 'c', Value: 'x:y@z' }];
    await server.s3.send(
      new PutObjectTaggingCommand({ Bucket, Key: 'retagged', Tagging: { TagSet } }),
    );
    expect(await tagsOf('retagged')).toEqual({ c: 'x:y@z' });
    await server.s3.send(new DeleteObjectTaggingCommand({ Bucket, Key: 'retagged' }));
    expect(await tagsOf('retagged')).toEqual({});
  });

  it('go along with a copy, or are replaced by it', async () => {
    await server.s3.send(new PutObjectCommand({ Bucket, Key: 'from', Body: 'x', Tagging: 'a=1' }));
    const copy = { Bucket, CopySource: `${Bucket}/from` };
    await server.s3.send(new CopyObjectCommand({ ...copy, Key: 'same' }));
    expect(await tagsOf('same')).toEqual({ a: '1' });
    await server.s3.send(
      new CopyObjectCommand({ ...copy, Key: 'other', TaggingDirective: 'REPLACE', Tagging: 'b=2' }),
    );
    expect(await tagsOf('other')).toEqual({ b: '2' });
  });

  it.each([
    ['more than ten', Array.from({ length: 11 }, (_, n) => ({ Key: `k${n}`, Value: 'v' }))],
    [
      'a name twice',
      [
        { Key: 'a', Value: '1' },
        { Key: 'a', Value: '2' },
      ],
    ],
    ['a name of 129 characters', [{ Key: 'k'.repeat(129), Value: 'v' }]],
    ['a value of 257 characters', [{ Key: 'k', Value: 'v'.repeat(257) }]],
  ])('are refused with %s', async (_, TagSet) => {
    await server.s3.send(new PutObjectCommand({ Bucket, Key: 'refused', Body: 'x' }));
    const tag = new PutObjectTaggingCommand({ Bucket, Key: 'refused', Tagging: { TagSet } });
    expect((await failure(server.s3.send(tag))).status).toBe(400);
    expect(await tagsOf('refused')).toEqual({});
  });

  it('need an object', async () => {
    const get = new GetObjectTaggingCommand({ Bucket, Key: 'nothing' });
    expect(await failure(server.s3.send(get))).toEqual({ code: 'NoSuchKey', status: 404 });
  });
});

describe('tags of buckets', () => {
  it('are set, given back and taken away', async () => {
    const bucket = await server.bucket();
    const get = () => server.s3.send(new GetBucketTaggingCommand({ Bucket: bucket }));
    expect(await failure(get())).toEqual({ code: 'NoSuchTagSet', status: 404 });
    const TagSet = [
      { Key: 'team', Value: 'storage' },
      { Key: 'cost', Value: '1+2 = 3' },
    ];
    await server.s3.send(new PutBucketTaggingCommand({ Bucket: bucket, Tagging: { TagSet } }));
    expect(byKey((await get()).TagSet)).toEqual({ team: 'storage', cost: '1+2 = 3' });
    await server.s3.send(new DeleteBucketTaggingCommand({ Bucket: bucket }));
    expect(await failure(get())).toEqual({ code: 'NoSuchTagSet', status: 404 });
  });
});
