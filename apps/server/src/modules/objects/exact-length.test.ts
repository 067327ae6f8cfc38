import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { exactLength } from './exact-length.ts';

async function pass(texts: readonly string[], size: number) {
  const source = Readable.from(texts.map((text) => Buffer.from(text)));
  const seen: string[] = [];
  let error: unknown;
  try {
    for await (const chunk of source.pipe(exactLength(size))) seen.push(chunk.toString());
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
    const { text, error } = await pass(texts, size);
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
      const { text, error } = await pass(texts, size);
      expect(error).toMatchObject({ code: 'UploadIncomplete' });
      expect(size === 0 ? text.length : text.length < size).toBe(size === 0 ? 0 : true);
    },
  );
});
