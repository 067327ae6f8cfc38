import { describe, expect, it } from 'vitest';
import { readTagPairs, writeTagPairs } from './tag-pairs.ts';

describe('pairs of tags', () => {
  it.each([
    ['', []],
    ['a=b', [{ key: 'a', value: 'b' }]],
    ['a', [{ key: 'a', value: '' }]],
    [
      '&a=b&&c=',
      [
        { key: 'a', value: 'b' },
        { key: 'c', value: '' },
      ],
    ],
    ['k%3D=v%26%25+%C3%A9', [{ key: 'k=', value: 'v&%+é' }]],
    ['a=b=c', [{ key: 'a', value: 'b=c' }]],
  ])('%j are read', (text, tags) => {
    expect(readTagPairs(text)).toEqual(tags);
    expect(readTagPairs(writeTagPairs(tags))).toEqual(tags);
  });

  it.each(['=b', 'a=1&a=2', 'a=%', '%E0%A4%A=1'])('%j are refused with the field', (text) => {
    expect(() => readTagPairs(text)).toThrow(
      expect.objectContaining({ code: 'InvalidInput', field: 'tags' }),
    );
  });
});
