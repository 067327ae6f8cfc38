import { Readable } from 'node:stream';
import type { ByteRange, Engine, ObjectCompression, StoredObject } from '../engine/types.ts';
import { decompressRange, type ReadStored } from './compression/decompress.ts';
import { decryptedSize, decryptPackages, decryptWhole } from './encryption/package-cipher.ts';
import { type ContentPart, type PackageSpan, placesOf, spanOf } from './encryption/package-span.ts';

type Reads = Pick<Engine, 'readSmall' | 'readObject' | 'storedLength' | 'hold'>;

/** Which bytes of an object to read, and the key to decrypt them. */
interface Wanted {
  readonly range: ByteRange | undefined;
  /** From `readingKey` or `copySourceKey`. */
  readonly dataKey: Uint8Array | undefined;
}

/**
 * Reads the bytes of an object or of a range of it, small ones in one piece. Not for empty objects.
 */
export function readContent(
  { engine }: { readonly engine: Reads },
  object: StoredObject,
  wanted: Wanted,
): Promise<Uint8Array> | Readable {
  const { range, dataKey } = wanted;
  const { compression } = object;
  if (dataKey === undefined && compression === undefined) {
    return engine.readSmall(object, range) ?? engine.readObject(object, range);
  }
  const small = engine.readSmall(object);
  if (small !== undefined) {
    return openSmall(small, object, wanted);
  }
  if (compression !== undefined) {
    return decompressed(engine, object, { ...wanted, compression });
  }
  return dataKey === undefined
    ? engine.readObject(object, range)
    : decrypted(engine, object, { dataKey, parts: partsOf(object), range: range ?? whole(object) });
}

function whole({ size }: { readonly size: number }): ByteRange {
  return { start: 0, end: size - 1 };
}

function partsOf({ parts, size }: StoredObject): readonly ContentPart[] {
  return parts ?? [{ number: 0, size }];
}

async function openSmall(
  stored: Promise<Uint8Array>,
  object: StoredObject,
  { range = whole(object), dataKey }: Wanted,
): Promise<Uint8Array> {
  const { compression, size } = object;
  const bytes = await stored;
  const formSize = compression ? decryptedSize(bytes.length) : size;
  const form =
    dataKey === undefined
      ? bytes
      : decryptWhole(bytes, placesOf(dataKey, runsOf({ number: 0, size: formSize })));
  if (compression === undefined) {
    return form.subarray(range.start, range.end + 1);
  }
  async function* read({ start, end }: ByteRange): AsyncGenerator<Uint8Array> {
    yield form.subarray(start, end + 1);
  }
  const { block } = compression;
  const pieces: Uint8Array[] = [];
  for await (const piece of decompressRange(
    [{ size, length: form.length }],
    { block, range },
    read,
  )) {
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function runsOf(part: ContentPart): PackageSpan['runs'] {
  return spanOf([part], whole(part)).runs;
}

/** Decrypts a range part by part. */
function decrypted(
  engine: Reads,
  object: StoredObject,
  of: {
    readonly dataKey: Uint8Array;
    readonly parts: readonly ContentPart[];
    readonly range: ByteRange;
  },
): Readable {
  const span = spanOf(of.parts, of.range);
  const stored = engine.readObject(object, span.stored);
  const content = Readable.from(decryptSpan(stored, of.dataKey, span), { objectMode: false });
  // Also called if nothing was ever read.
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

function decompressed(
  engine: Reads,
  object: StoredObject,
  of: Wanted & { readonly compression: ObjectCompression },
): Readable {
  const { dataKey, range = whole(object) } = of;
  const stored = object.parts ?? [
    { number: 0, size: object.size, length: engine.storedLength(object) },
  ];
  const parts = stored.map(({ number, size, length = size }) => ({
    number,
    size,
    length: dataKey === undefined ? length : decryptedSize(length),
  }));
  const forms = parts.map(({ number, length }) => ({ number, size: length }));
  let open: Readable | undefined;
  const read: ReadStored = (bytes) => {
    open =
      dataKey === undefined
        ? engine.readObject(object, bytes)
        : decrypted(engine, object, { dataKey, parts: forms, range: bytes });
    return open;
  };
  // Content that is read in several steps must be held until the end.
  const release = engine.hold(object);
  const { block } = of.compression;
  const content = Readable.from(decompressRange(parts, { block, range }, read), {
    objectMode: false,
  });
  content.once('close', () => {
    open?.destroy();
    release();
  });
  return content;
}
