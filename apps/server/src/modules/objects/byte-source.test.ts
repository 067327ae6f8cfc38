import { describe, expect, it } from 'vitest';
import { byteSource } from './byte-source.ts';

async function* chunks(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

async function text(pieces: AsyncIterable<Uint8Array>) {
  const seen: Uint8Array[] = [];
  for await (const piece of pieces) seen.push(piece);
  return Buffer.concat(seen).toString();
}

describe('byteSource', () => {
  it('cuts a stream into pieces, whatever its chunks are', async () => {
    const source = byteSource(chunks('abcde', '', 'f', 'ghi'));
    expect(await text(source.take(2))).toBe('ab');
    expect(await text(source.take(5))).toBe('cdefg');
    expect(await source.isAtEnd()).toBe(false);
    expect(await text(source.take(5))).toBe('hi');
    expect(await source.isAtEnd()).toBe(true);
    expect(await text(source.take(5))).toBe('');
  });

  it('is at its end at once when there is nothing', async () => {
    expect(await byteSource(chunks()).isAtEnd()).toBe(true);
    expect(await byteSource(chunks('', '')).isAtEnd()).toBe(true);
  });
});
