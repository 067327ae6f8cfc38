import { describe, expect, it } from 'vitest';
import {
  browseHref,
  crumbs,
  decodeKey,
  encodeKey,
  parseBrowsePath,
  shownName,
} from './browse-address.ts';

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
];

describe('addresses of the object browser', () => {
  it.each(awkward)('keeps %j through the address and the browser’s own URL parser', (key) => {
    const url = new URL(browseHref('my-bucket', key), 'http://console.example');
    expect(url.search).toBe('');
    expect(url.hash).toBe('');
    expect(parseBrowsePath(url.pathname)).toEqual({ bucket: 'my-bucket', key });
  });

  it.each(awkward)('has no segment in %j that a browser or router would fold', (key) => {
    const path = encodeKey(key);
    const segments = path.split('/');
    const inner = path.endsWith('/') ? segments.slice(0, -1) : segments;
    expect(inner.filter((part) => part === '' || /^(\.|%2e){1,2}$/i.test(part))).toEqual([]);
  });

  it('stays readable for ordinary keys', () => {
    expect(browseHref('b', 'photos/2026/a.jpg')).toBe('/buckets/b/browse/photos/2026/a.jpg');
    expect(browseHref('b', 'mail/a+b@c.eml')).toBe('/buckets/b/browse/mail/a+b@c.eml');
    expect(browseHref('b')).toBe('/buckets/b/browse');
  });

  it('reads the top of a bucket with and without the slash', () => {
    expect(parseBrowsePath('/buckets/b/browse')).toEqual({ bucket: 'b', key: '' });
    expect(parseBrowsePath('/buckets/b/browse/')).toEqual({ bucket: 'b', key: '' });
  });

  it('refuses what is no browser address or no valid percent-encoding', () => {
    expect(parseBrowsePath('/buckets/b/admin')).toBeUndefined();
    expect(parseBrowsePath('/buckets/b/browse/%E4%')).toBeUndefined();
    expect(decodeKey('%')).toBeUndefined();
  });
});

describe('folders of a key', () => {
  it('shows a folder without a name as a slash', () => {
    expect(shownName('x/y/')).toBe('y');
    expect(shownName('x//')).toBe('/');
    expect(shownName('/')).toBe('/');
  });

  it('lists the crumbs of a folder, nameless folders included', () => {
    expect(crumbs('')).toEqual([]);
    expect(crumbs('a/b//c/')).toEqual([
      { name: 'a', key: 'a/' },
      { name: 'b', key: 'a/b/' },
      { name: '/', key: 'a/b//' },
      { name: 'c', key: 'a/b//c/' },
    ]);
  });
});
