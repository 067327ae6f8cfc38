import { describe, expect, it } from 'vitest';
import { AFTER_ALL, afterPrefix, commonPrefix, compareKeys } from './key-range.ts';

const KEYS = [
  '',
  'a',
  'a\0',
  'a/',
  'a/b',
  'a0',
  'b',
  'z',
  'é',
  '\ud7ff',
  '\ue000',
  '\uffff',
  '\u{10000}',
  '\u{1F600}',
  '\u{10ffff}',
];

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

describe('key range', () => {
  it('compares keys as their UTF-8 does', () => {
    for (const a of KEYS) {
      for (const b of KEYS) {
        expect(Math.sign(compareKeys(a, b)), `${a} ${b}`).toBe(byBytes(a, b));
      }
    }
  });

  it('finds what sorts just after everything with a prefix', () => {
    for (const prefix of KEYS.slice(1)) {
      const after = afterPrefix(prefix);
      for (const tail of ['', 'x', '\u{10ffff}\u{10ffff}']) {
        expect(byBytes(prefix + tail, after)).toBeLessThan(0);
      }
      expect(after.isWellFormed()).toBe(true);
    }
    expect(afterPrefix('a')).toBe('b');
    expect(afterPrefix('a\u{10ffff}')).toBe('b');
    expect(afterPrefix('\ud7ff')).toBe('\ue000');
    expect(afterPrefix('\u{10ffff}')).toBe(AFTER_ALL);
  });

  it('tells the common prefix that a key falls under', () => {
    expect(commonPrefix('a/b/c', '', '/')).toBe('a/');
    expect(commonPrefix('a/b/c', 'a/', '/')).toBe('a/b/');
    expect(commonPrefix('a/b', 'a/', '/')).toBeUndefined();
    expect(commonPrefix('a//b', 'a/', '/')).toBe('a//');
    expect(commonPrefix('a-x-b', '', '-x-')).toBe('a-x-');
    expect(commonPrefix('a/b', '', '')).toBeUndefined();
  });
});
