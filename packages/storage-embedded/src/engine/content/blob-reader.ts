import { crc32 } from 'node:zlib';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { blobPath, type DriveSet } from '../drives/drive-set.ts';
import { closeFile, OPEN_READ, openFile, readInto } from '../drives/raw-file.ts';
import type { BlobRef } from '../log/entries.ts';
import { BLOCK_SIZE, decodeTrailer, trailerSize } from './blob-format.ts';

const READ_BLOCKS = 4;

interface Source {
  readonly slot: number;
  readonly fd: number;
  readonly sums: Buffer;
}

/** Bytes [start, end) of a content, from good copies, block by block. */
export async function* readBlob(
  drives: DriveSet,
  blob: BlobRef,
  content: { size: number; start: number; end: number; onBad: (slot: number) => void },
): AsyncGenerator<Buffer> {
  const { size, start, end } = content;
  const slots = [...blob.slots];
  let source: Source | undefined;
  try {
    let at = start;
    while (at < end) {
      source ??= await nextSource(drives, { blob, slots, size, onBad: content.onBad });
      const first = Math.floor(at / BLOCK_SIZE);
      const blocks = Math.min(READ_BLOCKS, Math.ceil(end / BLOCK_SIZE) - first);
      const bytes = await readBlocks(source, { blob, first, blocks, size });
      if (!bytes) {
        content.onBad(source.slot);
        await closeFile(source.fd);
        source = undefined;
        continue;
      }
      const from = at - first * BLOCK_SIZE;
      const to = Math.min(bytes.length, end - first * BLOCK_SIZE);
      yield bytes.subarray(from, to);
      at += to - from;
    }
  } finally {
    if (source) {
      await closeFile(source.fd);
    }
  }
}

async function nextSource(
  drives: DriveSet,
  want: { blob: BlobRef; slots: number[]; size: number; onBad: (slot: number) => void },
): Promise<Source> {
  for (;;) {
    const slot = want.slots.shift();
    if (slot === undefined) {
      throw new S3Error('InternalError', 'No copy of the object could be read.');
    }
    const source = await openSource(drives, want.blob, { slot, size: want.size });
    if (source) {
      return source;
    }
    want.onBad(slot);
  }
}

async function openSource(
  drives: DriveSet,
  blob: BlobRef,
  { slot, size }: { slot: number; size: number },
): Promise<Source | undefined> {
  const drive = drives.online(slot);
  if (!drive) {
    return undefined;
  }
  let fd: number | undefined;
  try {
    fd = await openFile(blobPath(drive, blob.id), OPEN_READ);
    const trailer = Buffer.alloc(trailerSize(size));
    const count = await readInto(fd, trailer, blob.start + size);
    const sums = count === trailer.length ? decodeTrailer(trailer) : undefined;
    if (sums) {
      return { slot, fd, sums };
    }
  } catch {
    // Missing or unreadable: the other copy is tried, and this one is reported as bad.
  }
  if (fd !== undefined) {
    await closeFile(fd);
  }
  return undefined;
}

async function readBlocks(
  source: Source,
  want: { blob: BlobRef; first: number; blocks: number; size: number },
): Promise<Buffer | undefined> {
  const from = want.first * BLOCK_SIZE;
  const length = Math.min(want.blocks * BLOCK_SIZE, want.size - from);
  const bytes = Buffer.allocUnsafeSlow(length);
  try {
    if ((await readInto(source.fd, bytes, want.blob.start + from)) !== length) {
      return undefined;
    }
  } catch {
    return undefined;
  }
  for (let i = 0; i < want.blocks; i++) {
    const block = bytes.subarray(i * BLOCK_SIZE, (i + 1) * BLOCK_SIZE);
    if (crc32(block) !== source.sums.readUInt32LE((want.first + i) * 4)) {
      return undefined;
    }
  }
  return bytes;
}
