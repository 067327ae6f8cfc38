import { describe, expect, it } from 'vitest';
import { fromWireText } from './wire-text.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('fromWireText', () => {
  it.each(['photos/2026/', 'a', 'über/ключ/🎉.txt', ' ', 'a+b&c=d?', 'x'.repeat(1024)])(
    'reads base64 of %j',
    (text) => {
      expect(fromWireText(base64(text))).toBe(text);
    },
  );

  it('reads base64 whose plus signs arrived as spaces', () => {
    const text = 'ü>>>?~';
    expect(base64(text)).toContain('+');
    expect(fromWireText(base64(text).replaceAll('+', ' '))).toBe(text);
  });

  it.each([
    'photos/2026/a.jpg',
    'holiday photos/',
    'test',
    'null',
    'b1946ac9-2e3f-4f4e-8a3c-1a2b3c4d5e6f',
    'a=b',
    'über',
    '====',
  ])('takes %j for what it says', (text) => {
    expect(fromWireText(text)).toBe(text);
  });

  it('leaves nothing as nothing', () => {
    expect(fromWireText('')).toBe('');
  });
});
