import { PAGES, ROUTES, type RouteName } from '@stowage/contract/pages';
import { describe, expect, it } from 'vitest';
import { matchPage, pagePath } from './page-path.ts';
import { encodeRest } from './rest-of-path.ts';

const awkward = [
  'photos/2026/a.jpg',
  'photos/2026/',
  'name with spaces.txt',
  `quotes ' " and backtick \`.txt`,
  '100%.txt',
  '%2F.txt',
  '%252e%252e/x',
  'a#b?c=d&e.txt',
  '😀/ünïcode/日本.txt',
  'a//b',
  '//a',
  'a//',
  '/',
  '//',
  '/a',
  '..',
  '.',
  '../',
  './',
  '../x',
  'a/..',
  'a/../b',
  'a/./b/',
  'a/../',
  'a/.../b',
  'back\\slash/x',
  'tab\tand\nnewline',
  '$id/{$x}/{-$y}/$',
  '[x]|^{y}<z>',
  'plus+sign and@at:colon,comma;semi=equals',
  '*!()~',
  'é'.repeat(512),
];

const browse = (rest: string) => pagePath('objectBrowser', { bucketName: 'my-bucket', rest });

describe('an address that ends in any text', () => {
  it.each(awkward)('keeps %j through the browser’s own URL parser', (key) => {
    const url = new URL(browse(key), 'http://console.example');
    expect(url.search).toBe('');
    expect(url.hash).toBe('');
    expect(matchPage(url.pathname)).toMatchObject({
      name: 'objectBrowser',
      params: { bucketName: 'my-bucket', rest: key },
    });
  });

  it.each(awkward)('has no segment in %j that a browser or server would fold', (key) => {
    const path = encodeRest(key);
    const segments = path.split('/');
    const inner = path.endsWith('/') ? segments.slice(0, -1) : segments;
    expect(inner.filter((part) => part === '' || /^(\.|%2e){1,2}$/i.test(part))).toEqual([]);
  });

  it('stays readable for ordinary keys', () => {
    expect(browse('photos/2026/a.jpg')).toBe('/buckets/my-bucket/browse/photos/2026/a.jpg');
    expect(browse('mail/a+b@c.eml')).toBe('/buckets/my-bucket/browse/mail/a+b@c.eml');
    expect(pagePath('objectBrowser', { bucketName: 'b' })).toBe('/buckets/b/browse');
  });

  it('holds a user name with slashes, too', () => {
    const path = pagePath('user', { userName: 'uid=a,ou=b/c' });
    expect(path).toBe('/users/uid=a,ou=b/c');
    expect(matchPage(path)).toMatchObject({ name: 'user', params: { userName: 'uid=a,ou=b/c' } });
  });
});

/** An address of a page, with a text for each of its parameters. */
function exampleOf(name: RouteName): string {
  return ROUTES[name].pattern.replace(/:(\w+)\+?|\*/g, (_, param = 'rest') => `some-${param}`);
}

describe('the page of an address', () => {
  it.each(Object.keys(ROUTES) as RouteName[])('is %s at its own address', (name) => {
    const match = matchPage(exampleOf(name));
    expect(match).toMatchObject({ name, pattern: ROUTES[name].pattern });
    for (const [param, value] of Object.entries(match?.params ?? {})) {
      expect(value).toBe(param === 'rest' && 'below' in ROUTES[name] ? '' : `some-${param}`);
    }
  });

  it.each([
    ['/buckets/', 'buckets', '/buckets'],
    ['/buckets/b', 'bucket', '/buckets/*'],
    ['/buckets/b/x', 'bucket', '/buckets/*'],
    ['/buckets/b/browse', 'objectBrowser', '/buckets/:bucketName/browse'],
    ['/buckets/b/browse/', 'objectBrowser', '/buckets/:bucketName/browse'],
    ['/buckets/b/browse/a/', 'objectBrowser', '/buckets/:bucketName/browse/*'],
    ['/buckets/b/browser', 'bucket', '/buckets/*'],
    ['/buckets/b/admin/events', 'bucketAdmin', '/buckets/:bucketName/admin/*'],
    ['/tools/watch/', 'watch', '/tools/watch'],
    ['/tiers/add', 'addTier', '/tiers/add'],
    ['/tiers/add/s3', 'addTierService', '/tiers/add/:service'],
    ['/users/browse/x', 'user', '/users/:userName+'],
  ])('of %s is %s, which sessions call %s', (path, name, pattern) => {
    expect(matchPage(path)).toMatchObject({ name, pattern });
    expect(PAGES.map((page) => page.pattern)).toContain(pattern);
  });

  it.each(['/', '/404', '/bucketsx', '/login/x/y', '/tools/unknown', '//buckets'])(
    'is not there for %s',
    (path) => {
      expect(matchPage(path)).toBeUndefined();
    },
  );

  it('is there without parameters for what is no valid percent-encoding', () => {
    const match = matchPage('/buckets/b/browse/%E4%');
    expect(match).toMatchObject({ name: 'objectBrowser' });
    expect(match?.params).toBeUndefined();
  });
});
