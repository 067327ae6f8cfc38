import { DeleteObjectsCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { ofTarget } from './support/differences.ts';
import { md5Base64, send, sha256 } from './support/raw-request.ts';
import { failure, freshName, useServer } from './support/server.ts';

const server = useServer();
let Bucket = '';

beforeAll(async () => {
  Bucket = await server.bucket();
});

async function fill(keys: readonly string[]): Promise<void> {
  await Promise.all(
    keys.map((Key) => server.s3.send(new PutObjectCommand({ Bucket, Key, Body: Key }))),
  );
}

async function keysLeft(): Promise<string[]> {
  const { Contents = [] } = await server.s3.send(new ListObjectsV2Command({ Bucket }));
  return Contents.map(({ Key }) => Key ?? '');
}

function sendDelete(body: string, headers: Record<string, string> = {}) {
  return send(server.target, {
    method: 'POST',
    bucket: Bucket,
    query: { delete: '' },
    body,
    headers: { 'content-md5': md5Base64(body), ...headers },
  });
}

describe('deleting several objects', () => {
  it('deletes the named ones, reports them and leaves the rest', async () => {
    const keys = ['a', 'b & c', 'd/e', 'ü😀', '<tag>', "'quoted'"];
    await fill([...keys, 'stays']);
    const { Deleted = [], Errors } = await server.s3.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects: keys.map((Key) => ({ Key })) } }),
    );
    expect(Deleted.map(({ Key }) => Key).sort()).toEqual([...keys].sort());
    expect(Errors ?? []).toEqual([]);
    expect(await keysLeft()).toEqual(['stays']);
  });

  it('counts what is not there as deleted', async () => {
    const { Deleted = [], Errors } = await server.s3.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'never' }] } }),
    );
    expect(Deleted).toMatchObject([{ Key: 'never' }]);
    expect(Errors ?? []).toEqual([]);
  });

  it('says nothing of the deleted when it is quiet', async () => {
    await fill(['quiet']);
    const { Deleted } = await server.s3.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Quiet: true, Objects: [{ Key: 'quiet' }] } }),
    );
    expect(Deleted ?? []).toEqual([]);
    expect(await keysLeft()).not.toContain('quiet');
  });

  it('takes a thousand keys and no more', async () => {
    const keys = Array.from({ length: 1_001 }, (_, n) => `k${n}`);
    const of = (count: number) =>
      `<Delete>${keys
        .slice(0, count)
        .map((key) => `<Object><Key>${key}</Key></Object>`)
        .join('')}</Delete>`;
    expect((await sendDelete(of(1_000))).status).toBe(200);
    expect(await sendDelete(of(1_001))).toMatchObject({ status: 400, code: 'MalformedXML' });
  });

  it.each([
    ['no XML', 'nonsense'],
    ['an unfinished document', '<Delete><Object><Key>a</Key>'],
    ['no objects', '<Delete></Delete>'],
  ])('refuses %s', async (_, body) => {
    expect(await sendDelete(body)).toMatchObject({ status: 400, code: 'MalformedXML' });
  });

  it.runIf(ofTarget('digestOfMultiDelete'))('refuses a body of another MD5', async () => {
    await fill(['digested']);
    const body = '<Delete><Object><Key>digested</Key></Object></Delete>';
    const response = await sendDelete(body, { 'content-md5': md5Base64('something else') });
    expect(response).toMatchObject({ status: 400, code: 'BadDigest' });
    expect(await keysLeft()).toContain('digested');
  });

  it.runIf(ofTarget('digestOfMultiDelete'))(
    'refuses a body that is not the signed one, and deletes nothing',
    async () => {
      await fill(['guarded']);
      const body = '<Delete><Object><Key>guarded</Key></Object></Delete>';
      const response = await send(server.target, {
        method: 'POST',
        bucket: Bucket,
        query: { delete: '' },
        body,
        headers: { 'content-md5': md5Base64(body) },
        payloadHash: sha256('something else'),
      });
      expect(response).toMatchObject({ status: 400, code: 'XAmzContentSHA256Mismatch' });
      expect(await keysLeft()).toContain('guarded');
    },
  );

  it('refuses a bucket that is not there', async () => {
    const call = new DeleteObjectsCommand({
      Bucket: freshName(),
      Delete: { Objects: [{ Key: 'a' }] },
    });
    expect(await failure(server.s3.send(call))).toEqual({ code: 'NoSuchBucket', status: 404 });
  });
});
