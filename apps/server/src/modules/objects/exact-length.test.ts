import { describe, expect, it } from 'vitest';
import { exactLength } from './exact-length.ts';

async function* chunks(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

async function collect(source: AsyncIterable<Uint8Array>) {
  const seen: string[] = [];
  let error: unknown;
  try {
    for await (const chunk of source) seen.push(Buffer.from(chunk).toString());
  } catch (caught) {
    error = caught;
  }
  return { text: seen.join(''), error };
}

describe('exactLength', () => {
  it.each([
    [['abc', 'def'], 6],
    [['abcdef'], 6],
    [[], 0],
    [['', 'a', ''], 1],
  ])('passes %j on as %i bytes', async (texts, size) => {
    const { text, error } = await collect(exactLength(chunks(...texts), size));
    expect(error).toBeUndefined();
    expect(text).toBe(texts.join(''));
  });

  it.each([
    ['fewer', ['abc'], 4],
    ['more', ['abc', 'd'], 3],
    ['more in one piece', ['abcd'], 3],
    ['something instead of nothing', ['a'], 0],
    ['nothing instead of something', [], 1],
  ])(
    'never lets the announced number of bytes through when there are %s',
    async (_case, texts, size) => {
      const { text, error } = await collect(exactLength(chunks(...texts), size));
      expect(error).toMatchObject({ code: 'UploadIncomplete' });
      expect(size === 0 ? text.length : text.length < size).toBe(size === 0 ? 0 : true);
    },
  );
});
