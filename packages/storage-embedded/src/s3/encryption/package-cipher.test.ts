import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ByteRange } from '../../engine/types.ts';
import {
  contentKey,
  decryptPackages,
  decryptWhole,
  encryptedSize,
  encryptPackages,
  PACKAGE_BYTES,
  PACKAGE_OVERHEAD,
} from './package-cipher.ts';
import { type ContentPart, placesOf, spanOf } from './package-span.ts';

const DATA_KEY = randomBytes(32);
const STORED = PACKAGE_BYTES + PACKAGE_OVERHEAD;

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size);
  }
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) {
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function encrypt(content: Uint8Array, part = 0, piece = 10_000): Promise<Buffer> {
  return collect(encryptPackages(inPieces(content, piece), contentKey(DATA_KEY, part)));
}

async function read(
  stored: Buffer,
  parts: readonly ContentPart[],
  range: ByteRange,
  piece = 100_000,
): Promise<Buffer> {
  const span = spanOf(parts, range);
  const bytes = stored.subarray(span.stored.start, span.stored.end + 1);
  const places = placesOf(DATA_KEY, span.runs);
  const content = await collect(decryptPackages(inPieces(bytes, piece), places));
  return content.subarray(span.skip, span.skip + span.length);
}

function readAll(stored: Buffer, size: number): Promise<Buffer> {
  const { runs } = spanOf([{ number: 0, size }], { start: 0, end: size - 1 });
  return collect(decryptPackages(inPieces(stored, 70_000), placesOf(DATA_KEY, runs)));
}

describe('encrypted packages', () => {
  it.each([1, PACKAGE_BYTES - 1, PACKAGE_BYTES, PACKAGE_BYTES + 1, 3 * PACKAGE_BYTES, 200_000])(
    'give %i bytes back',
    async (size) => {
      const content = randomBytes(size);
      const stored = await encrypt(content);
      expect(stored.length).toBe(encryptedSize(size));
      // A single byte may match by chance.
      expect(size > 1 && stored.includes(content.subarray(0, 32))).toBe(false);
      expect((await readAll(stored, size)).equals(content)).toBe(true);
      const { runs } = spanOf([{ number: 0, size }], { start: 0, end: size - 1 });
      expect(decryptWhole(stored, placesOf(DATA_KEY, runs)).equals(content)).toBe(true);
    },
  );

  it('are none for an empty content', async () => {
    expect(encryptedSize(0)).toBe(0);
    expect((await encrypt(Buffer.alloc(0))).length).toBe(0);
  });

  it('differ each time', async () => {
    const content = randomBytes(100);
    expect((await encrypt(content)).equals(await encrypt(content))).toBe(false);
  });

  describe('read from the middle', () => {
    const sizes = [PACKAGE_BYTES + 10, 0, 2 * PACKAGE_BYTES, 1, 3 * PACKAGE_BYTES - 1];
    const parts = sizes.map((size, i) => ({ number: i + 1, size }));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const contents = sizes.map((size) => randomBytes(size));
    const plain = Buffer.concat(contents);
    const borders = [0];
    for (const size of sizes) {
      borders.push((borders.at(-1) ?? 0) + size);
    }
    const points = borders
      .flatMap((at) => [at, at + PACKAGE_BYTES, at + 2 * PACKAGE_BYTES])
      .flatMap((at) => [at - 1, at, at + 1])
      .filter((at) => at >= 0 && at < total);

    it(`give every range between ${points.length} points at borders`, async () => {
      const stored = Buffer.concat(
        await Promise.all(contents.map((content, i) => encrypt(content, i + 1))),
      );
      expect(stored.length).toBe(sizes.reduce((sum, size) => sum + encryptedSize(size), 0));
      for (const start of points) {
        for (const end of points.filter((point) => point >= start)) {
          const found = await read(stored, parts, { start, end });
          if (!found.equals(plain.subarray(start, end + 1))) {
            expect.fail(`range ${start}-${end}`);
          }
        }
      }
    });

    it('read no more packages than the range touches', () => {
      const at = PACKAGE_BYTES * 2;
      const span = spanOf([{ number: 0, size: 10 * PACKAGE_BYTES }], { start: at, end: at });
      expect(span.stored).toEqual({ start: 2 * STORED, end: 3 * STORED - 1 });
    });
  });

  describe('are refused', () => {
    const content = randomBytes(2 * PACKAGE_BYTES + 100);
    const size = content.length;

    it.each([
      ['nonce', 0],
      ['number', 11],
      ['first byte', 12],
      ['middle', 30_000],
      ['tag', STORED - 1],
      ['second nonce', STORED],
      ['second package', STORED + 40],
      ['last package', 2 * STORED + 50],
      ['last tag', 2 * STORED + 100 + PACKAGE_OVERHEAD - 1],
    ])('with a bit changed in the %s', async (_name, at) => {
      const stored = await encrypt(content);
      stored.writeUInt8(stored.readUInt8(at) ^ 1, at);
      await expect(readAll(stored, size)).rejects.toMatchObject({ code: 'InternalError' });
    });

    it.each([
      ['without the last package', (s: Buffer) => s.subarray(0, 2 * STORED)],
      ['without the last byte', (s: Buffer) => s.subarray(0, -1)],
      ['with a byte more', (s: Buffer) => Buffer.concat([s, Buffer.alloc(1)])],
      ['without the first package', (s: Buffer) => s.subarray(STORED)],
      [
        'in another order',
        (s: Buffer) =>
          Buffer.concat([
            s.subarray(STORED, 2 * STORED),
            s.subarray(0, STORED),
            s.subarray(2 * STORED),
          ]),
      ],
    ])('%s', async (_name, change) => {
      const stored = change(await encrypt(content));
      await expect(readAll(stored, size)).rejects.toMatchObject({ code: 'InternalError' });
    });

    it('as the whole of a content whose end was cut off, at whatever size it is said to have', async () => {
      const stored = (await encrypt(content)).subarray(0, 2 * STORED);
      const said = 2 * PACKAGE_BYTES;
      await expect(readAll(stored, said)).rejects.toMatchObject({ code: 'InternalError' });
    });

    it('when they are of another writing of the same content', async () => {
      const [one, other] = [await encrypt(content), await encrypt(content)];
      const mixed = Buffer.concat([one.subarray(0, STORED), other.subarray(STORED)]);
      await expect(readAll(mixed, size)).rejects.toMatchObject({ code: 'InternalError' });
    });

    it('as another part', async () => {
      const stored = await encrypt(content, 1);
      const range = { start: 0, end: size - 1 };
      await expect(read(stored, [{ number: 2, size }], range)).rejects.toMatchObject({
        code: 'InternalError',
      });
    });
  });
});
