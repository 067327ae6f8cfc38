import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  paginateListObjectsV2,
  waitUntilObjectExists,
  waitUntilObjectNotExists,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { content, KIB, MIB } from './support/content.ts';
import { md5, send } from './support/raw-request.ts';
import { useServer } from './support/server.ts';

const server = useServer();
let Bucket = '';

beforeAll(async () => {
  Bucket = await server.bucket();
});

describe('many callers at once', () => {
  it.each([
    ['small', 3 * KIB],
    ['large', 3 * MIB],
  ])('read a %s object as one of those that were written, never a mixture', async (_, size) => {
    const Key = `torn-${size}`;
    const bodies = Array.from({ length: 6 }, (_, seed) => content(size + seed, seed + 1));
    const etags = new Set(bodies.map((body) => `"${md5(body)}"`));
    await server.s3.send(new PutObjectCommand({ Bucket, Key, Body: content(size, 1) }));
    let writing = true;
    const writers = bodies.map(async (Body) => {
      for (let round = 0; round < 2; round += 1) {
        await server.s3.send(new PutObjectCommand({ Bucket, Key, Body }));
      }
    });
    const readers = Array.from({ length: 4 }, async () => {
      let reads = 0;
      while (writing || reads === 0) {
        const got = await server.s3.send(new GetObjectCommand({ Bucket, Key }));
        const bytes = (await got.Body?.transformToByteArray()) ?? new Uint8Array();
        expect(got.ETag).toBe(`"${md5(bytes)}"`);
        expect(etags).toContain(got.ETag);
        reads += 1;
      }
    });
    await Promise.all(writers);
    writing = false;
    await Promise.all(readers);
  });

  it('see a write in the very next listing and read', async () => {
    for (let n = 0; n < 20; n += 1) {
      const Key = `visible/${n}`;
      await server.s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));
      const list = await server.s3.send(new ListObjectsV2Command({ Bucket, Prefix: Key }));
      expect(list.KeyCount).toBe(1);
      await server.s3.send(new DeleteObjectCommand({ Bucket, Key }));
      const after = await server.s3.send(new ListObjectsV2Command({ Bucket, Prefix: Key }));
      expect(after.KeyCount).toBe(0);
    }
  });

  it('list what stays exactly once while other keys come and go', async () => {
    const own = await server.bucket();
    const stay = Array.from({ length: 60 }, (_, n) => `stay/${String(n).padStart(3, '0')}`);
    await Promise.all(
      stay.map((Key) => server.s3.send(new PutObjectCommand({ Bucket: own, Key, Body: 'x' }))),
    );
    let going = true;
    const churn = (async () => {
      for (let n = 0; going; n = (n + 7) % 60) {
        const Key = `stay/${String(n).padStart(3, '0')}-passing`;
        await server.s3.send(new PutObjectCommand({ Bucket: own, Key, Body: 'x' }));
        await server.s3.send(new DeleteObjectCommand({ Bucket: own, Key }));
      }
    })();
    for (let round = 0; round < 5; round += 1) {
      const seen: string[] = [];
      const pages = paginateListObjectsV2({ client: server.s3, pageSize: 7 }, { Bucket: own });
      for await (const { Contents = [] } of pages) {
        seen.push(...Contents.map(({ Key = '' }) => Key).filter((key) => stay.includes(key)));
      }
      expect(seen).toEqual(stay);
    }
    going = false;
    await churn;
  });

  it('create one bucket between them', async () => {
    const bucket = `shared-${Date.now()}`;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send(server.target, { method: 'PUT', bucket })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 409]).toContain(status);
  });

  it('can wait for an object with the SDK', async () => {
    const at = { Bucket, Key: 'awaited' };
    const settings = { client: server.s3, maxWaitTime: 20, minDelay: 1, maxDelay: 1 };
    await waitUntilObjectNotExists(settings, at);
    await server.s3.send(new PutObjectCommand({ ...at, Body: 'x' }));
    await waitUntilObjectExists(settings, at);
  });
});

describe('readers who go away', () => {
  it('do no harm', async () => {
    const Key = 'abandoned';
    const body = content(12 * MIB, 3);
    await server.s3.send(new PutObjectCommand({ Bucket, Key, Body: body }));
    for (let n = 0; n < 10; n += 1) {
      const got = await server.s3.send(new GetObjectCommand({ Bucket, Key }));
      const reader = got.Body?.transformToWebStream().getReader();
      await reader?.read();
      await reader?.cancel();
    }
    const { Body } = await server.s3.send(new GetObjectCommand({ Bucket, Key }));
    expect(md5((await Body?.transformToByteArray()) ?? new Uint8Array())).toBe(md5(body));
  });
});
