import { describe, expect, it } from 'vitest';
import { parseTarget } from './target.ts';

describe('parseTarget', () => {
  it.each([
    ['/', '', ''],
    ['/bucket', 'bucket', ''],
    ['/bucket/', 'bucket', ''],
    ['/bucket/a/b', 'bucket', 'a/b'],
    ['/bucket//a', 'bucket', '/a'],
    ['/bucket/a//b/', 'bucket', 'a//b/'],
    ['/bucket/../x', 'bucket', '../x'],
    ['/bucket/%2e%2e%2fx', 'bucket', '../x'],
    ['/bucket/a+b%20c', 'bucket', 'a+b c'],
    ['/bucket/a?b=/c', 'bucket', 'a'],
    ['http://host:1/bucket/key', 'bucket', 'key'],
    ['http://host', '', ''],
  ])('reads %s', (url, bucket, key) => {
    expect(parseTarget(url)).toMatchObject({ bucket, key });
  });

  it('takes the first of repeated parameters, and those without a value', () => {
    const { query } = parseTarget('/b?uploads&prefix=a%2Fb+c&prefix=d&x=');
    expect([...query]).toEqual([
      ['uploads', ''],
      ['prefix', 'a/b c'],
      ['x', ''],
    ]);
  });

  it.each([
    ['/b/%', 'InvalidURI'],
    ['/b/%c3%28', 'InvalidURI'],
    ['/b?a=%zz', 'InvalidURI'],
    ['nonsense', 'InvalidURI'],
    ['/b/a%00', 'XMinioInvalidObjectName'],
    [`/b/${'a'.repeat(1025)}`, 'KeyTooLongError'],
    [`/b/${'%F0%9F%9A%80'.repeat(257)}`, 'KeyTooLongError'],
  ])('refuses %.20s', (url, code) => {
    expect(() => parseTarget(url)).toThrow(expect.objectContaining({ code }));
  });

  it('takes a key of exactly 1024 bytes', () => {
    expect(parseTarget(`/b/${'%F0%9F%9A%80'.repeat(256)}`).key.length).toBe(512);
  });
});
