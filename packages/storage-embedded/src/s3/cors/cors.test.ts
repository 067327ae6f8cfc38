import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  errorOf,
  startTestStorage,
  type TestStorage,
} from '../../testing/test-storage.ts';

let storage: TestStorage;
beforeAll(async () => {
  storage = await startTestStorage();
  await storage.call({ method: 'PUT', path: '/bucket' });
  await storage.call({ method: 'PUT', path: '/bucket/key', body: 'x' });
});
afterAll(() => storage.close());

const put = (...rules: string[]) => {
  const body = `<CORSConfiguration>${rules.map((rule) => `<CORSRule>${rule}</CORSRule>`).join('')}</CORSConfiguration>`;
  const headers = { 'content-md5': hash('md5', body, 'base64') };
  return storage.call({ method: 'PUT', path: '/bucket?cors', body, headers });
};
const origin = (text: string) => `<AllowedOrigin>${text}</AllowedOrigin>`;
const method = (text: string) => `<AllowedMethod>${text}</AllowedMethod>`;
const header = (text: string) => `<AllowedHeader>${text}</AllowedHeader>`;
const allowed = ({ headers }: Answer) => [
  headers['access-control-allow-origin'],
  headers['access-control-allow-methods'],
];

describe('a CORS configuration', () => {
  it('is kept, given back and removed', async () => {
    const path = '/bucket?cors';
    expect(errorOf(await storage.call({ path }))).toBe('404 NoSuchCORSConfiguration');
    const rule = `<ID>a&amp;b</ID>${origin('http://*.example')}${method('GET')}<MaxAgeSeconds>5</MaxAgeSeconds>`;
    expect((await put(rule)).status).toBe(200);
    expect((await storage.call({ path })).text).toContain(`<CORSRule>${rule}</CORSRule>`);
    expect((await storage.call({ method: 'DELETE', path })).status).toBe(204);
    expect(errorOf(await storage.call({ path }))).toBe('404 NoSuchCORSConfiguration');
  });

  const good = origin('*') + method('GET');
  it.each<[string, string[], string]>([
    ['no rules', [], '400 MalformedXML'],
    ['too many rules', Array.from({ length: 101 }, () => good), '400 MalformedXML'],
    ['no origin', [method('GET')], '400 MalformedXML'],
    ['no method', [origin('*')], '400 MalformedXML'],
    ['an odd method', [origin('*') + method('PATCH')], '400 InvalidRequest'],
    ['two wildcards', [origin('a*b*') + method('GET')], '400 InvalidRequest'],
    [
      'a wildcard in what is exposed',
      [`${good}<ExposeHeader>x-*</ExposeHeader>`],
      '400 InvalidRequest',
    ],
    ['a line break', [`${good}<ExposeHeader>a&#10;b</ExposeHeader>`], '400 InvalidRequest'],
    ['an unknown field', [`${good}<Odd/>`], '400 MalformedXML'],
    ['an age of words', [`${good}<MaxAgeSeconds>long</MaxAgeSeconds>`], '400 MalformedXML'],
  ])('with %s is refused', async (_, rules, error) => {
    expect(errorOf(await put(...rules))).toBe(error);
  });

  it('needs a digest', async () => {
    const body = `<CORSConfiguration><CORSRule>${good}</CORSRule></CORSConfiguration>`;
    expect(errorOf(await storage.call({ method: 'PUT', path: '/bucket?cors', body }))).toBe(
      '400 MissingContentMD5',
    );
  });
});

describe('with rules', () => {
  beforeAll(async () => {
    await put(
      `${origin('*suffix') + method('GET') + method('HEAD')}<ExposeHeader>ETag</ExposeHeader>`,
      origin('start*end') + method('GET'),
      `${origin('http://put') + method('PUT') + header('x-amz-*')}<MaxAgeSeconds>9</MaxAgeSeconds>`,
    );
  });
  afterAll(() => storage.call({ method: 'DELETE', path: '/bucket?cors' }));

  it.each([
    ['foo.suffix', ['foo.suffix', 'GET, HEAD']],
    ['startend', ['startend', 'GET']],
    ['star.end', [undefined, undefined]],
    ['startnd', [undefined, undefined]],
    ['http://put', [undefined, undefined]],
  ])('an answer to %s tells what it may', async (from, expected) => {
    const answer = await storage.call({ path: '/bucket/key', headers: { origin: from } });
    expect(answer.status).toBe(200);
    expect(allowed(answer)).toEqual(expected);
    const refused = await storage.call({
      path: '/bucket/none',
      headers: { origin: from },
      as: 'anonymous',
    });
    expect(refused.status).toBe(403);
    expect(allowed(refused)).toEqual(expected);
  });

  const ask = (headers: Record<string, string>) =>
    storage.call({ method: 'OPTIONS', path: '/bucket/key', as: 'anonymous', headers });

  it('a preflight is answered by them', async () => {
    const answer = await ask({
      origin: 'http://put',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'X-Amz-Date, x-amz-acl',
    });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'http://put',
      'access-control-allow-methods': 'PUT',
      'access-control-allow-headers': 'x-amz-date, x-amz-acl',
      'access-control-max-age': '9',
      'access-control-allow-credentials': 'true',
    });
  });

  it.each([
    [
      'another method',
      { origin: 'http://put', 'access-control-request-method': 'GET' },
      '403 AccessForbidden',
    ],
    [
      'another origin',
      { origin: 'foo', 'access-control-request-method': 'GET' },
      '403 AccessForbidden',
    ],
    [
      'another header',
      {
        origin: 'http://put',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type',
      },
      '403 AccessForbidden',
    ],
    ['no method', { origin: 'http://put' }, '400 BadRequest'],
    ['no origin', {}, '400 BadRequest'],
  ] as const)('a preflight of %s is refused', async (_, headers, error) => {
    const answer = await ask(headers);
    expect(errorOf(answer)).toBe(error);
    expect(allowed(answer)).toEqual([undefined, undefined]);
  });

  it('* is told as such, and without credentials', async () => {
    await put(origin('*') + method('GET'));
    const answer = await storage.call({ path: '/bucket/key', headers: { origin: 'http://any' } });
    expect(allowed(answer)).toEqual(['*', 'GET']);
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });
});
