import { beforeAll, describe, expect, it } from 'vitest';
import { ofTarget } from './support/differences.ts';
import { md5, send } from './support/raw-request.ts';
import { useServer } from './support/server.ts';

const server = useServer();
const body = 'the content';
const etag = `"${md5(body)}"`;
const other = `"${md5('other')}"`;
const past = 'Mon, 01 Jan 2001 00:00:00 GMT';
const future = 'Fri, 01 Jan 2100 00:00:00 GMT';
let bucket = '';

beforeAll(async () => {
  bucket = await server.bucket();
  await send(server.target, { method: 'PUT', bucket, key: 'here', body });
});

describe('conditional reads', () => {
  it.each<[string, Record<string, string>, number]>([
    ['If-Match with the ETag', { 'if-match': etag }, 200],
    ['If-Match without quotes', { 'if-match': etag.slice(1, -1) }, 200],
    ['If-Match with another ETag', { 'if-match': other }, 412],
    ['If-None-Match with the ETag', { 'if-none-match': etag }, 304],
    ['If-None-Match with another ETag', { 'if-none-match': other }, 200],
    ['If-Modified-Since long ago', { 'if-modified-since': past }, 200],
    ['If-Unmodified-Since long ago', { 'if-unmodified-since': past }, 412],
    ['If-Unmodified-Since in the future', { 'if-unmodified-since': future }, 200],
    [
      'If-Match that holds, over a time that does not',
      { 'if-match': etag, 'if-unmodified-since': past },
      200,
    ],
    [
      'If-None-Match that fails, over a time that would pass',
      { 'if-none-match': etag, 'if-modified-since': past },
      304,
    ],
    ['a time that cannot be read', { 'if-modified-since': 'yesterday' }, 200],
  ])('%s: GET and HEAD', async (_, headers, status) => {
    const got = await send(server.target, { bucket, key: 'here', headers });
    expect(got.status).toBe(status);
    expect(got.body.toString()).toBe(status === 200 ? body : got.body.toString());
    if (status === 412) expect(got.code).toBe('PreconditionFailed');
    if (status === 304) {
      expect(got.body).toHaveLength(0);
      expect(got.headers.etag).toBe(etag);
    }
    const head = await send(server.target, { method: 'HEAD', bucket, key: 'here', headers });
    expect(head.status).toBe(status);
  });

  it('If-Modified-Since the moment it was written: not modified', async () => {
    const head = await send(server.target, { method: 'HEAD', bucket, key: 'here' });
    const headers = { 'if-modified-since': String(head.headers['last-modified']) };
    expect((await send(server.target, { bucket, key: 'here', headers })).status).toBe(304);
  });
});

describe('conditional writes', () => {
  const put = (key: string, headers: Record<string, string>) =>
    send(server.target, { method: 'PUT', bucket, key, headers, body: 'new' });
  const read = async (key: string) => (await send(server.target, { bucket, key })).body.toString();

  it('If-None-Match * writes what is not there yet', async () => {
    expect((await put('fresh', { 'if-none-match': '*' })).status).toBe(200);
    expect(await read('fresh')).toBe('new');
  });

  it('If-None-Match * leaves what is there alone', async () => {
    await send(server.target, { method: 'PUT', bucket, key: 'kept', body });
    expect(await put('kept', { 'if-none-match': '*' })).toMatchObject({
      status: 412,
      code: 'PreconditionFailed',
    });
    expect(await read('kept')).toBe(body);
  });

  it('If-Match replaces the version that it names only', async () => {
    await send(server.target, { method: 'PUT', bucket, key: 'matched', body });
    expect(await put('matched', { 'if-match': other })).toMatchObject({
      status: 412,
      code: 'PreconditionFailed',
    });
    expect(await read('matched')).toBe(body);
    expect((await put('matched', { 'if-match': etag })).status).toBe(200);
    expect(await read('matched')).toBe('new');
  });

  it('If-Match of what is not there is refused', async () => {
    const response = await put('absent', { 'if-match': etag });
    expect(response).toMatchObject({ status: 404, code: 'NoSuchKey' });
    expect((await send(server.target, { bucket, key: 'absent' })).status).toBe(404);
  });

  it('lets one of many writers at a time through', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => put('raced', { 'if-none-match': '*' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 409, 412]).toContain(status);
  });

  it('counts for completing a multipart upload too', async () => {
    await send(server.target, { method: 'PUT', bucket, key: 'assembled', body });
    const started = await send(server.target, {
      method: 'POST',
      bucket,
      key: 'assembled',
      query: { uploads: '' },
    });
    const uploadId = /<UploadId>([^<]+)/.exec(started.body.toString())?.[1] ?? '';
    const part = await send(server.target, {
      method: 'PUT',
      bucket,
      key: 'assembled',
      query: { partNumber: '1', uploadId },
      body: 'part',
    });
    const complete = {
      method: 'POST',
      bucket,
      key: 'assembled',
      query: { uploadId },
      body: `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${String(part.headers.etag)}</ETag></Part></CompleteMultipartUpload>`,
    };
    const refused = await send(server.target, { ...complete, headers: { 'if-none-match': '*' } });
    expect(refused).toMatchObject({ status: 412, code: 'PreconditionFailed' });
    expect(await read('assembled')).toBe(body);
    expect((await send(server.target, complete)).status).toBe(200);
    expect(await read('assembled')).toBe('part');
  });
});

describe('conditional deletes', () => {
  const remove = (key: string, headers: Record<string, string>) =>
    send(server.target, { method: 'DELETE', bucket, key, headers });

  it.skipIf(!ofTarget('conditionalDeletes'))('If-Match deletes what it names only', async () => {
    await send(server.target, { method: 'PUT', bucket, key: 'deleted', body });
    expect(await remove('deleted', { 'if-match': other })).toMatchObject({
      status: 412,
      code: 'PreconditionFailed',
    });
    expect((await send(server.target, { bucket, key: 'deleted' })).status).toBe(200);
    expect((await remove('deleted', { 'if-match': etag })).status).toBe(204);
    expect((await send(server.target, { bucket, key: 'deleted' })).status).toBe(404);
  });

  it.skipIf(!ofTarget('conditionalDeletes')).each([
    ['x-amz-if-match-size', String(body.length), '1'],
    ['x-amz-if-match-last-modified-time', '', past],
  ])('%s deletes what fits only', async (name, right, wrong) => {
    await send(server.target, { method: 'PUT', bucket, key: 'fits', body });
    const head = await send(server.target, { method: 'HEAD', bucket, key: 'fits' });
    expect((await remove('fits', { [name]: wrong })).status).toBe(412);
    const value = right === '' ? String(head.headers['last-modified']) : right;
    expect((await remove('fits', { [name]: value })).status).toBe(204);
    expect((await send(server.target, { bucket, key: 'fits' })).status).toBe(404);
  });
});

describe('conditional copies', () => {
  const copy = (headers: Record<string, string>) =>
    send(server.target, {
      method: 'PUT',
      bucket,
      key: 'copied',
      headers: { 'x-amz-copy-source': `${bucket}/here`, ...headers },
    });

  it.each<[Record<string, string>, number]>([
    [{ 'x-amz-copy-source-if-match': etag }, 200],
    [{ 'x-amz-copy-source-if-match': other }, 412],
    [{ 'x-amz-copy-source-if-none-match': etag }, 412],
    [{ 'x-amz-copy-source-if-none-match': other }, 200],
    [{ 'x-amz-copy-source-if-modified-since': past }, 200],
    [{ 'x-amz-copy-source-if-unmodified-since': past }, 412],
  ])('of the source: %j', async (headers, status) => {
    expect((await copy(headers)).status).toBe(status);
  });
});
