import { describe, expect, it } from 'vitest';
import { S3Error } from './s3-error.ts';
import { canonicalQuery } from './sigv4.ts';
import {
  buildQuery,
  decodePath,
  encodeComponent,
  encodeKey,
  objectPath,
  parseQuery,
  splitUrl,
} from './uri.ts';

describe('keys and paths', () => {
  it.each([
    ['a/b.txt', 'a/b.txt'],
    ['a b+c', 'a%20b%2Bc'],
    ['//./../x', '//./../x'],
    ['100%', '100%25'],
    ["!'()*~-._", '%21%27%28%29%2A~-._'],
    ['😀/é', '%F0%9F%98%80/%C3%A9'],
    ['a\u0001\nb', 'a%01%0Ab'],
    ['?#[]@&=', '%3F%23%5B%5D%40%26%3D'],
  ])('encodes %j and decodes it again', (key, encoded) => {
    expect(encodeKey(key)).toBe(encoded);
    expect(decodePath(encoded)).toBe(key);
  });

  it('encodes a slash only where it is no separator', () => {
    expect(encodeComponent('a/b')).toBe('a%2Fb');
    expect(objectPath('bucket', 'a/b c')).toBe('/bucket/a/b%20c');
    expect(objectPath('bucket', '')).toBe('/bucket/');
    expect(objectPath('bucket')).toBe('/bucket');
  });

  it('replaces half a surrogate pair', () => {
    expect(encodeComponent('a\ud800')).toBe('a%EF%BF%BD');
  });

  it('leaves a plus in a path', () => {
    expect(decodePath('/a+b')).toBe('/a+b');
  });

  it.each(['/%', '/%2', '/%zz', '/%ff', '/%c3', '/%ed%a0%80'])('refuses %s', (path) => {
    expect(() => decodePath(path)).toThrow(S3Error);
    expect(() => decodePath(path)).toThrow(expect.objectContaining({ code: 'InvalidURI' }));
  });
});

describe('queries', () => {
  it('reads names and values in order', () => {
    expect(parseQuery('a=1&a=2&b&c=&=d&x=p+q%2B&&y=1=2')).toEqual([
      ['a', '1'],
      ['a', '2'],
      ['b', ''],
      ['c', ''],
      ['', 'd'],
      ['x', 'p q+'],
      ['y', '1=2'],
    ]);
    expect(parseQuery('')).toEqual([]);
  });

  it('refuses broken escapes', () => {
    expect(() => parseQuery('a=%zz')).toThrow(expect.objectContaining({ code: 'InvalidURI' }));
  });

  it('writes what it reads', () => {
    const query = buildQuery({ prefix: 'a b/+', gone: undefined, uploads: '' });
    expect(query).toBe('prefix=a%20b%2F%2B&uploads=');
    expect(Object.fromEntries(parseQuery(query))).toEqual({ prefix: 'a b/+', uploads: '' });
  });

  it('has the values of a name in the order in which they are signed', () => {
    const query = buildQuery({ uploads: '', events: ['put', 'get', 'delete', 'ä'] });
    expect(query).toBe('uploads=&events=%C3%A4&events=delete&events=get&events=put');
    expect(canonicalQuery(query).split('&').slice(0, 4)).toEqual(query.split('&').slice(1));
  });
});

describe('splitUrl', () => {
  it('cuts without normalising', () => {
    expect(splitUrl('http://Host:9000/b/a/../b//c/.%2e?x=1&y#frag')).toEqual({
      origin: 'http://Host:9000',
      host: 'host:9000',
      rawPath: '/b/a/../b//c/.%2e',
      rawQuery: 'x=1&y',
    });
  });

  it('fills in the root path', () => {
    expect(splitUrl('https://h')).toMatchObject({ rawPath: '/', rawQuery: '' });
    expect(splitUrl('https://h?a')).toMatchObject({ rawPath: '/', rawQuery: 'a' });
  });

  it.each(['', 'h:9000', '/path', 'ftp://h/', 'http://', 'http:///x'])('refuses %j', (url) => {
    expect(() => splitUrl(url)).toThrow(TypeError);
  });
});
