import { describe, expect, it } from 'vitest';
import { diffContext, diffLines } from './text-diff.ts';

const signs = { same: ' ', removed: '-', added: '+' } as const;
const diff = (a: string, b: string) =>
  diffLines([...a].join('\n'), [...b].join('\n')).map(({ kind, text }) => signs[kind] + text);

describe('diffLines', () => {
  it.each([
    ['abc', 'abc', [' a', ' b', ' c']],
    ['abc', 'abxc', [' a', ' b', '+x', ' c']],
    ['abc', 'ac', [' a', '-b', ' c']],
    ['abc', 'axc', [' a', '-b', '+x', ' c']],
    ['abcd', 'acbd', [' a', '-b', ' c', '+b', ' d']],
    ['aa', 'aaa', [' a', ' a', '+a']],
  ])('of %s and %s', (a, b, lines) => {
    expect(diff(a, b)).toEqual(lines);
  });

  it('gives both texts back, whatever they are', () => {
    const texts = ['', 'a', 'a\nb\na', 'b\na\nb\nc', 'x\n'.repeat(50), 'x\ny\n'.repeat(30)];
    for (const a of texts) {
      for (const b of texts) {
        const lines = diffLines(a, b);
        const side = (without: string) =>
          lines.filter(({ kind }) => kind !== without).map(({ text }) => text);
        expect(side('added').join('\n')).toBe(a);
        expect(side('removed').join('\n')).toBe(b);
      }
    }
  });

  it('shows a change that is too large as a whole, at once', () => {
    const lines = diffLines('a\n'.repeat(20_000), 'b\n'.repeat(20_000));
    expect(lines.filter(({ kind }) => kind === 'removed')).toHaveLength(20_000);
  });
});

describe('diffContext', () => {
  it('leaves out what is far from a change', () => {
    const lines = diffLines('a\nb\nc\nd\ne\nf\ng', 'a\nb\nc\nd\nX\nf\ng');
    expect(diffContext(lines, 1).map((line) => line?.text)).toEqual([
      undefined,
      'd',
      'e',
      'X',
      'f',
      undefined,
    ]);
  });
});
