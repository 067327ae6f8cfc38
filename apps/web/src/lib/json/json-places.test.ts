import { describe, expect, it } from 'vitest';
import { jsonPlaces } from './json-places.ts';

const errorPlace = (text: string) => jsonPlaces(text).errorPlace;

describe('the place of what is no JSON', () => {
  it.each([
    ['{}', undefined],
    [' [1, -2.5e3, "a\\u00e9\\n", true, null, {"a": {}}] ', undefined],
    ['', { line: 1, column: 1 }],
    ['{', { line: 1, column: 2 }],
    ['{\n  "a": 1,\n}', { line: 3, column: 1 }],
    ['{\n  "a" 1\n}', { line: 2, column: 7 }],
    ['{"a": tru}', { line: 1, column: 7 }],
    ['[1 2]', { line: 1, column: 4 }],
    ['"a\nb"', { line: 1, column: 1 }],
    ['{} x', { line: 1, column: 4 }],
    ["{'a': 1}", { line: 1, column: 2 }],
    ['[01]', { line: 1, column: 3 }],
  ])('of %j is %j', (text, place) => {
    expect(errorPlace(text)).toEqual(place);
  });

  it('is found where JSON.parse fails too, and nowhere else', () => {
    const texts = [
      '[]',
      '[,]',
      '{"a"}',
      '1',
      '-',
      '"\\x"',
      '[[[',
      'nul',
      '{"a":1,"b":[{}]}',
      '\u00a01',
    ];
    for (const text of texts) {
      let valid = true;
      try {
        JSON.parse(text);
      } catch {
        valid = false;
      }
      expect(errorPlace(text) === undefined, text).toBe(valid);
    }
  });

  it('does not overflow on a text of many levels', () => {
    expect(errorPlace('['.repeat(100_000))).toBeDefined();
  });
});

describe('the place of a field', () => {
  const text =
    '{\n  "Version": "x",\n  "Statement": [\n    {"Effect": "Allow", "action": ["a"]}\n  ]\n}';
  it.each([
    ['Version', { line: 2, column: 14 }],
    ['Statement[0].Action', { line: 4, column: 35 }],
    ['Statement[0].Action[0]', { line: 4, column: 36 }],
    ['Statement[0].Resource', { line: 4, column: 5 }],
    ['Statement[7].Effect', { line: 3, column: 16 }],
    ['', { line: 1, column: 1 }],
    ['nothing', { line: 1, column: 1 }],
  ])('%s is %j', (field, place) => {
    expect(jsonPlaces(text).placeOf(field)).toEqual(place);
  });
});
