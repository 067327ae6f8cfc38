import { describe, expect, it } from 'vitest';
import type { ByteRange } from '../../engine/types.ts';
import { BLOCK_BYTES, compressBlocks } from './compress.ts';
import { decompressRange } from './decompress.ts';
import { textOf } from './testing/compressing-storage.ts';

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size);
  }
}

async function joined(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of source) {
    all.push(piece);
  }
  return Buffer.concat(all);
}

const CONTENT = textOf(5 * BLOCK_BYTES + 17);
const compressed = await joined(compressBlocks(pieces(CONTENT, 70_000)));

function reading(form: Buffer) {
  const asked: ByteRange[] = [];
  const read = (range: ByteRange) => {
    asked.push(range);
    return pieces(form.subarray(range.start, range.end + 1), 1000);
  };
  const part = { size: CONTENT.length, length: form.length };
  const get = (range: ByteRange) =>
    joined(decompressRange([part], { block: BLOCK_BYTES, range }, read));
  return { asked, get };
}

describe('the compressed form', () => {
  it('gives a range from its blocks alone', async () => {
    const { asked, get } = reading(compressed);
    const range = { start: 3 * BLOCK_BYTES - 1, end: 3 * BLOCK_BYTES + 4 };
    expect(await get(range)).toEqual(CONTENT.subarray(range.start, range.end + 1));
    const [list, blocks] = asked;
    expect(list).toEqual({ start: compressed.length - 24, end: compressed.length - 1 });
    const bytes = (blocks?.end ?? 0) - (blocks?.start ?? 0) + 1;
    expect(bytes).toBeLessThan(compressed.length / 2.5);
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['a list of lengths that is wrong', compressed.length - 24],
    ['a block that is wrong', 20_000],
    ['the start of a block that is wrong', 0],
  ])('is refused with %s', async (_, at) => {
    const form = Buffer.from(compressed);
    form[at] = (form[at] ?? 0) ^ 0xff;
    const { get } = reading(form);
    const whole = { start: 0, end: CONTENT.length - 1 };
    await expect(get(whole)).rejects.toThrow('not what was written');
  });

  it('is refused when it is too short', async () => {
    const { get } = reading(compressed.subarray(0, 10));
    await expect(get({ start: 0, end: 1 })).rejects.toThrow('not what was written');
  });

  it('ends with the failure of its source', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield CONTENT;
      throw new Error('gone');
    }
    await expect(joined(compressBlocks(broken()))).rejects.toThrow('gone');
  });
});
