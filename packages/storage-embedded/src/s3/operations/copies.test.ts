import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf, startTestStorage, type TestStorage, xmlAt } from '../../testing/test-storage.ts';

let storage: TestStorage;

beforeAll(async () => {
  storage = await startTestStorage();
  await storage.call({ method: 'PUT', path: '/bucket' });
  await put('present', 'present');
});

afterAll(() => storage.close());

const put = (key: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  storage.call({ method: 'PUT', path: `/bucket/${key}`, body, headers });
const get = (key: string) => storage.call({ path: `/bucket/${key}` });

describe('copies', () => {
  const copy = (key: string, source: string, headers: Record<string, string> = {}) =>
    storage.call({
      method: 'PUT',
      path: `/bucket/${key}`,
      headers: { 'x-amz-copy-source': source, ...headers },
    });

  beforeAll(() =>
    put('source%20%C3%A9', 'source', { 'x-amz-meta-a': '1', 'x-amz-tagging': 't=1' }),
  );

  it('take content, metadata and tags along', async () => {
    const answer = await copy('copy', '/bucket/source%20%C3%A9');
    expect(xmlAt(answer, 'ETag')).toBe(`"${hash('md5', 'source', 'hex')}"`);
    const read = await get('copy');
    expect([read.text, read.headers['x-amz-meta-a'], read.headers['x-amz-tagging-count']]).toEqual([
      'source',
      '1',
      '1',
    ]);
  });

  it('replace metadata and tags when asked to', async () => {
    await copy('replaced', 'bucket/source%20%C3%A9', {
      'x-amz-metadata-directive': 'REPLACE',
      'x-amz-tagging-directive': 'REPLACE',
      'x-amz-meta-b': '2',
    });
    const { headers } = await get('replaced');
    expect([headers['x-amz-meta-a'], headers['x-amz-meta-b']]).toEqual([undefined, '2']);
    expect(headers['x-amz-tagging-count']).toBeUndefined();
  });

  it('lead on to where they say themselves, not to where their source does', async () => {
    const redirect = 'x-amz-website-redirect-location';
    await put('page', 'page', { [redirect]: '/elsewhere', 'cache-control': 'max-age=7' });
    await copy('page-copy', 'bucket/page');
    const { headers } = await get('page-copy');
    expect([headers[redirect], headers['cache-control']]).toEqual([undefined, 'max-age=7']);
    await copy('page-moved', 'bucket/page', { [redirect]: '/there' });
    expect((await get('page-moved')).headers[redirect]).toBe('/there');
    expect((await copy('page', 'bucket/page', { [redirect]: '/there' })).status).toBe(200);
    expect((await get('page')).headers[redirect]).toBe('/there');
    expect(errorOf(await copy('page-lost', 'bucket/page', { [redirect]: 'there' }))).toBe(
      '400 InvalidRedirectLocation',
    );
  });

  it('of large objects are streamed', async () => {
    const body = Buffer.alloc(3 * 1024 * 1024, 'large');
    await put('large-source', body);
    expect((await copy('large-copy', 'bucket/large-source')).status).toBe(200);
    expect((await get('large-copy')).body.equals(body)).toBe(true);
  });

  it('onto themselves must change something', async () => {
    await put('self', 'self');
    expect(errorOf(await copy('self', 'bucket/self'))).toBe('400 InvalidRequest');
    const answer = await copy('self', 'bucket/self', {
      'x-amz-metadata-directive': 'REPLACE',
      'x-amz-meta-new': '1',
    });
    expect(answer.status).toBe(200);
    expect((await get('self')).headers['x-amz-meta-new']).toBe('1');
  });

  it.each([
    ['bucket/none', {}, '404 NoSuchKey'],
    ['missing/key', {}, '404 NoSuchBucket'],
    ['bucket', {}, '400 InvalidArgument'],
    ['bucket/present', { 'x-amz-metadata-directive': 'MAYBE' }, '400 InvalidArgument'],
    ['bucket/present', { 'x-amz-copy-source-if-match': '"other"' }, '412 PreconditionFailed'],
  ])('of %s with %j are refused', async (source, headers, error) => {
    const answer = await copy('never', source, headers);
    expect(errorOf(answer)).toBe(error);
    expect(errorOf(await get('never'))).toBe('404 NoSuchKey');
  });

  it('name the source when it is missing', async () => {
    expect(xmlAt(await copy('never', 'bucket/none'), 'Key')).toBe('none');
  });
});
