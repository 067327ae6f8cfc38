import { hash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { errorOf, startTestStorage, type TestStorage, xmlAt } from '../../testing/test-storage.ts';

const CONTENT = 'content';
const ETAG = hash('md5', CONTENT, 'hex');
let storage: TestStorage;
let modified: string;
beforeAll(async () => {
  storage = await startTestStorage();
  await storage.call({ method: 'PUT', path: '/bucket' });
});
beforeEach(async () => {
  await storage.call({ method: 'PUT', path: '/bucket/key', body: CONTENT });
  const head = await storage.call({ method: 'HEAD', path: '/bucket/key' });
  modified = String(head.headers['last-modified']);
});
afterAll(() => storage.close());

const remove = (headers: Record<string, string>, query = '') =>
  storage.call({ method: 'DELETE', path: `/bucket/key${query}`, headers });
const exists = async () => (await storage.call({ path: '/bucket/key' })).status === 200;
const past = 'Thu, 01 Jan 2015 00:00:00 GMT';

describe('a deletion', () => {
  it.each<[string, () => Record<string, string>]>([
    ['of the ETag', () => ({ 'if-match': `"${ETAG}"` })],
    ['of the ETag without quotes', () => ({ 'if-match': ETAG })],
    ['of anything', () => ({ 'if-match': '*' })],
    ['of the time', () => ({ 'x-amz-if-match-last-modified-time': modified })],
    ['of the size', () => ({ 'x-amz-if-match-size': '7' })],
  ])('%s is done', async (_, headers) => {
    expect((await remove(headers())).status).toBe(204);
    expect(await exists()).toBe(false);
    expect((await remove({ ...headers(), 'if-match': 'other' })).status).toBe(204);
  });

  it.each<[string, Record<string, string>, string]>([
    ['of another ETag', { 'if-match': '"other"' }, '412 PreconditionFailed'],
    ['of another time', { 'x-amz-if-match-last-modified-time': past }, '412 PreconditionFailed'],
    ['of another size', { 'x-amz-if-match-size': '8' }, '412 PreconditionFailed'],
    [
      'of one thing that fits and one that does not',
      { 'if-match': ETAG, 'x-amz-if-match-size': '8' },
      '412 PreconditionFailed',
    ],
    ['of no size', { 'x-amz-if-match-size': 'large' }, '400 InvalidArgument'],
    ['of no time', { 'x-amz-if-match-last-modified-time': 'now' }, '400 InvalidArgument'],
  ])('%s is refused', async (_, headers, error) => {
    expect(errorOf(await remove(headers))).toBe(error);
    expect(await exists()).toBe(true);
  });

  it('of several keys has conditions for each', async () => {
    await storage.call({ method: 'PUT', path: '/bucket/other', body: CONTENT });
    const object = (inner: string) => `<Object>${inner}</Object>`;
    const body = `<Delete>${[
      object(`<Key>key</Key><ETag>"wrong"</ETag>`),
      object(`<Key>key</Key><Size>1</Size>`),
      object(`<Key>key</Key><LastModifiedTime>${past}</LastModifiedTime>`),
      object(`<Key>other</Key><ETag>"${ETAG}"</ETag><Size>7</Size>`),
      object(`<Key>none</Key><ETag>"${ETAG}"</ETag>`),
    ].join('')}</Delete>`;
    const headers = { 'content-md5': hash('md5', body, 'base64') };
    const answer = await storage.call({ method: 'POST', path: '/bucket?delete', body, headers });
    expect(answer.text.match(/PreconditionFailed/g)).toHaveLength(3);
    expect(answer.text.match(/<Deleted>/g)).toHaveLength(2);
    expect(xmlAt(answer, 'Deleted', 'Key')).toBe('other');
    expect(await exists()).toBe(true);
  });
});

describe('where versions are kept', () => {
  beforeAll(async () => {
    await storage.call({
      method: 'PUT',
      path: '/bucket?versioning',
      body: '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>',
    });
  });

  it('what does not exist gets no delete marker', async () => {
    const path = '/bucket/absent';
    const absent = () => storage.call({ method: 'DELETE', path, headers: { 'if-match': 'x' } });
    expect((await absent()).status).toBe(204);
    expect((await absent()).headers['x-amz-delete-marker']).toBeUndefined();
    expect((await storage.call({ path: '/bucket?versions&prefix=absent' })).text).not.toContain(
      '<DeleteMarker>',
    );
  });

  it('the condition is about the version that is named, or the latest one', async () => {
    const written = await storage.call({ method: 'PUT', path: '/bucket/key', body: 'newer' });
    const version = `?versionId=${written.headers['x-amz-version-id']}`;
    expect(errorOf(await remove({ 'if-match': ETAG }))).toBe('412 PreconditionFailed');
    expect(errorOf(await remove({ 'if-match': ETAG }, version))).toBe('412 PreconditionFailed');
    const marked = await remove({ 'x-amz-if-match-size': '5' });
    expect(marked.headers['x-amz-delete-marker']).toBe('true');
    expect(errorOf(await remove({ 'if-match': ETAG }))).toBe('412 PreconditionFailed');
    expect((await remove({ 'x-amz-if-match-size': '5' }, version)).status).toBe(204);
    expect((await remove({ 'x-amz-if-match-size': '9' }, version)).status).toBe(204);
  });
});
