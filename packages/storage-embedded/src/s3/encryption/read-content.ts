import { Readable } from 'node:stream';
import type { ByteRange, Engine, StoredObject } from '../../engine/types.ts';
import { decryptPackages, decryptWhole } from './package-cipher.ts';
import { type PackageSpan, placesOf, spanOf } from './package-span.ts';

/**
 * The bytes of an object or of a range of them, small ones in one piece. Not for empty
 * objects.
 *
 * @param dataKey from `readingKey` or `copySourceKey`
 */
export function readContent(
  { engine }: { readonly engine: Pick<Engine, 'readSmall' | 'readObject'> },
  object: StoredObject,
  { range, dataKey }: { range: ByteRange | undefined; dataKey: Uint8Array | undefined },
): Promise<Uint8Array> | Readable {
  if (dataKey === undefined) {
    return engine.readSmall(object, range) ?? engine.readObject(object, range);
  }
  const parts = object.parts ?? [{ number: 0, size: object.size }];
  const whole = { start: 0, end: object.size - 1 };
  const small = engine.readSmall(object);
  if (small !== undefined) {
    const places = placesOf(dataKey, spanOf(parts, whole).runs);
    const { start, end } = range ?? whole;
    return small.then((bytes) => decryptWhole(bytes, places).subarray(start, end + 1));
  }
  const span = spanOf(parts, range ?? whole);
  const stored = engine.readObject(object, span.stored);
  const content = Readable.from(decryptSpan(stored, dataKey, span), { objectMode: false });
  // Also when nobody began to read.
  content.once('close', () => stored.destroy());
  return content;
}

async function* decryptSpan(
  stored: Readable,
  dataKey: Uint8Array,
  span: PackageSpan,
): AsyncGenerator<Uint8Array, void, undefined> {
  let { skip, length: left } = span;
  for await (const content of decryptPackages(stored, placesOf(dataKey, span.runs))) {
    const piece = content.subarray(skip, skip + left);
    skip = 0;
    left -= piece.length;
    yield piece;
  }
}
