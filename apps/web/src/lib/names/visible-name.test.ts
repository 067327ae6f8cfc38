import { describe, expect, it } from 'vitest';
import { isolatedText, visibleName } from './visible-name.ts';

describe('a name from outside', () => {
  it.each([
    ['photo.jpg', 'photo.jpg'],
    ['photo\u202egpj.exe', 'photo[U+202E]gpj.exe'],
    ['a\nb\tc', 'a[U+000A]b[U+0009]c'],
    ['zero\u200bwidth\ufeff', 'zero[U+200B]width[U+FEFF]'],
    ['\u2067x\u2069', '[U+2067]x[U+2069]'],
    ['👩‍💻 ключ שלום', '👩‍💻 ключ שלום'],
  ])('%j is shown as %s', (name, shown) => {
    expect(visibleName(name)).toBe(shown);
  });

  it('does not turn the sentence it stands in', () => {
    expect(isolatedText('a.txt')).toBe('a.txt');
    expect(isolatedText('שלום.txt')).toBe('\u2068שלום.txt\u2069');
    expect(isolatedText('one\u202e\ntwo')).toBe('one[U+202E]\ntwo');
  });
});
