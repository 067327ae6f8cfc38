import { describe, expect, it } from 'vitest';
import { newCompression } from './compressible.ts';

const RULES = { extensions: ['.log', '.TXT'], contentTypes: ['text/*'], encrypted: false };
const object = { key: 'a.log', contentType: 'image/x' };
const isCompressed = (change: object, size?: number, rules: object = {}) =>
  newCompression({ ...RULES, ...rules }, { ...object, ...change }, size).compression !== undefined;

describe('what is compressed', () => {
  it.each([
    ['by its ending', {}, true],
    ['by its ending in other letters', { key: 'A.LOG' }, true],
    ['by a setting in other letters', { key: 'a.txt' }, true],
    ['by its content type', { key: 'a', contentType: 'text/html; charset=utf-8' }, true],
    ['nothing else', { key: 'a', contentType: 'application/text' }, false],
    ['nothing that is compressed already', { key: 'text.gz', contentType: 'text/plain' }, false],
    ['no video', { contentType: 'video/mp4' }, false],
    ['nothing encrypted', { encryption: { kind: 'SSE-S3' } }, false],
  ])('is chosen %s', (_, change, expected) => {
    expect(isCompressed(change)).toBe(expected);
  });

  it('is not small', () => {
    expect(isCompressed({}, 4096)).toBe(false);
    expect(isCompressed({}, 4097)).toBe(true);
  });

  it('follows the settings', () => {
    const encryption = { kind: 'SSE-S3' };
    expect(isCompressed({ encryption }, 5000, { encrypted: true })).toBe(true);
    expect(isCompressed({ key: 'a' }, 5000, { extensions: ['*'] })).toBe(true);
    expect(newCompression(undefined, object)).toEqual({});
  });
});
