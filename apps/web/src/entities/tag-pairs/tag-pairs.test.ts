import { describe, expect, it } from 'vitest';
import {
  addPair,
  canAddPair,
  changePair,
  decodePairs,
  EMPTY_TAG_PAIRS,
  encodePairs,
  filledPairs,
  pairsOf,
  removePair,
} from './tag-pairs.ts';

const rows = (...pairs: [string, string][]) =>
  pairsOf(pairs.map(([key, value]) => ({ key, value })));

describe('a list of tag pairs', () => {
  it.each([
    [[['a', '1']], ['a']],
    [
      [
        ['a', '1'],
        ['', ''],
      ],
      ['a'],
    ],
    [
      [
        ['a', ''],
        ['b', '2'],
        ['', '3'],
      ],
      ['b'],
    ],
    [[['', '']], []],
  ] as [[string, string][], string[]][])('of %j keeps the keys %j [REPL-17]', (pairs, keys) => {
    expect(filledPairs(rows(...pairs)).map(({ key }) => key)).toEqual(keys);
  });

  it.each([
    [[['a', '1']], true],
    [[['a', '']], false],
    [[['', '1']], false],
    [
      [
        ['', '1'],
        ['b', '2'],
      ],
      true,
    ],
    [
      [
        ['a', '1'],
        ['', ''],
      ],
      false,
    ],
  ] as [[string, string][], boolean][])('of %j may grow: %j [REPL-18]', (pairs, may) => {
    const list = rows(...pairs);
    expect(canAddPair(list)).toBe(may);
    expect(addPair(list)).toHaveLength(list.length + (may ? 1 : 0));
  });

  it('changes one row and leaves the others', () => {
    const list = addPair(rows(['a', '1']));
    const [, blank] = list;
    const changed = changePair(list, blank?.id ?? -1, { key: 'b' });
    expect(changed.map(({ key, value }) => [key, value])).toEqual([
      ['a', '1'],
      ['b', ''],
    ]);
  });

  it('keeps a blank row when the last is removed', () => {
    const list = rows(['a', '1']);
    const [left] = removePair(list, 0);
    expect(left).toMatchObject({ key: '', value: '' });
    expect(left?.id).not.toBe(0);
  });

  it('gives every new row an id of its own', () => {
    const list = addPair(
      removePair(addPair(rows(['a', '1'], ['b', '2'])), 0).filter(({ key }) => key !== ''),
    );
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
  });
});

describe('tag pairs on the wire', () => {
  it.each([
    [[['a', '1']], 'a=1'],
    [
      [
        ['a', '1'],
        ['b', '2'],
      ],
      'a=1&b=2',
    ],
    [
      [
        ['a&b', '1=2'],
        ['ü +', '%41'],
      ],
      'a%26b=1%3D2&%C3%BC%20%2B=%2541',
    ],
    [[['', '']], ''],
  ] as [[string, string][], string][])('%j are %s and back', (pairs, text) => {
    expect(encodePairs(rows(...pairs))).toBe(text);
    expect(encodePairs(decodePairs(text))).toBe(text);
  });

  it('that are none are one blank row', () => {
    expect(decodePairs('')).toEqual(EMPTY_TAG_PAIRS);
  });
});
