import { crc32 } from 'node:zlib';
import { blobPath, isMissing, isOwnShortage } from '../drives/drive.ts';
import type { DriveSet } from '../drives/drive-set.ts';
import { tracedWork } from '../drives/file-trace.ts';
import { closeFile, OPEN_READ, openFile, pathOf, readInto } from '../drives/raw-file.ts';
import { type BlobContent, storedSize } from './blob-content.ts';
import { BLOCK_SIZE, decodeBlobHead, decodeTrailer, trailerSize } from './blob-format.ts';

/** Blocks per read. */
export const READ_BLOCKS = 4;

type OnBad = (slot: number, isMissing: boolean) => void;

interface Source {
  readonly slot: number;
  readonly fd: number;
}

/**
 * The copies of one content during a read. They are opened on demand, one after another, and each
 * is reported at most once if any of it is bad. Reads must not overlap.
 */
export class BlobSources {
  readonly #drives: DriveSet;
  readonly #content: BlobContent;
  readonly #onBad: OnBad;
  readonly #size: number;
  /** Slots that have not been opened yet. */
  readonly #left: number[];
  readonly #reported = new Set<number>();
  /** Open copies, the preferred one first. */
  #open: readonly Source[] = [];
  /** The first intact trailer found; it is valid for all copies. */
  #trailer: Buffer | undefined;
  #cutShort = false;

  constructor(drives: DriveSet, content: BlobContent, onBad: OnBad) {
    this.#drives = drives;
    this.#content = content;
    this.#onBad = onBad;
    this.#size = storedSize(content);
    this.#left = [...drives.toRead(content.blob.slots)];
  }

  /** Whether any copy was bad. */
  get failed(): boolean {
    return this.#reported.size > 0;
  }

  /**
   * Whether this process ran out of resources to open or read files, which says nothing about the
   * copies.
   */
  get cutShort(): boolean {
    return this.#cutShort;
  }

  /** Returns the head of the file, verified to be that of this content. */
  async head(): Promise<Buffer> {
    const { id, start } = this.#content.blob;
    return this.#fromAny(async (source) => {
      const head = Buffer.alloc(start);
      const count = await readInto(source.fd, head, 0);
      return count === start && decodeBlobHead(head)?.label.id === id ? head : undefined;
    });
  }

  /** Yields the bytes of all blocks in pieces. */
  async *all(): AsyncGenerator<Buffer> {
    const end = Math.ceil(this.#size / BLOCK_SIZE);
    for (let first = 0; first < end; first += READ_BLOCKS) {
      yield await this.blocks(first, Math.min(first + READ_BLOCKS, end));
    }
  }

  /**
   * Reads and verifies blocks `first` up to `end` (exclusive). If no copy has all of them intact,
   * takes each block from a copy that does.
   * @throws S3Error if a block has no good copy
   */
  async blocks(first: number, end: number): Promise<Buffer> {
    const sums = await this.trailer();
    const from = first * BLOCK_SIZE;
    const length = Math.min(end * BLOCK_SIZE, this.#size) - from;
    const read = async (source: Source): Promise<Buffer | undefined> => {
      const bytes = Buffer.allocUnsafeSlow(length);
      const count = await tracedWork(
        () => ({
          kind: 'storage',
          name: 'storage.ReadFileStream',
          path: pathOf(source.fd),
          bytes: length,
        }),
        () => readInto(source.fd, bytes, this.#content.blob.start + from),
      );
      return count === length && matches(bytes, sums, first) ? bytes : undefined;
    };
    if (end - first <= 1) {
      return this.#fromAny(read);
    }
    const whole = await this.#tryAll(read);
    if (whole) {
      return whole;
    }
    const single: Buffer[] = [];
    for (let block = first; block < end; block++) {
      single.push(await this.blocks(block, block + 1));
    }
    return Buffer.concat(single);
  }

  /** Returns the block checksums, including the checksum over them. */
  async trailer(): Promise<Buffer> {
    this.#trailer ??= await this.#fromAny(async (source) => {
      const trailer = Buffer.alloc(trailerSize(this.#size));
      const at = this.#content.blob.start + this.#size;
      const count = await readInto(source.fd, trailer, at);
      return count === trailer.length && decodeTrailer(trailer) ? trailer : undefined;
    });
    return this.#trailer;
  }

  async #fromAny(read: (source: Source) => Promise<Buffer | undefined>): Promise<Buffer> {
    const bytes = await this.#tryAll(read);
    if (!bytes) {
      throw await this.#drives.unreadable(this.#content.blob.slots);
    }
    return bytes;
  }

  /**
   * Returns the result of the first copy that has it intact; that copy is preferred from then on.
   */
  async #tryAll(
    read: (source: Source) => Promise<Buffer | undefined>,
  ): Promise<Buffer | undefined> {
    const tried = new Set<Source>();
    for (;;) {
      const source = this.#open.find((one) => !tried.has(one)) ?? (await this.#next());
      if (!source) {
        return undefined;
      }
      tried.add(source);
      const bytes = await this.#try(source, read);
      if (bytes) {
        this.#open = [source, ...this.#open.filter((one) => one !== source)];
        return bytes;
      }
    }
  }

  async #try(
    source: Source,
    read: (source: Source) => Promise<Buffer | undefined>,
  ): Promise<Buffer | undefined> {
    try {
      const bytes = await read(source);
      if (!bytes) {
        this.#bad(source.slot, false);
      }
      return bytes;
    } catch (error) {
      this.#unreadable(source.slot, error);
      return undefined;
    }
  }

  async #next(): Promise<Source | undefined> {
    for (let slot = this.#left.shift(); slot !== undefined; slot = this.#left.shift()) {
      const drive = this.#drives.readable(slot);
      if (!drive) {
        continue;
      }
      try {
        const fd = await openFile(blobPath(drive, this.#content.blob.id), OPEN_READ);
        const source = { slot, fd };
        this.#open = [...this.#open, source];
        return source;
      } catch (error) {
        this.#unreadable(slot, error);
      }
    }
    return undefined;
  }

  #unreadable(slot: number, error: unknown): void {
    if (isOwnShortage(error)) {
      this.#cutShort = true;
    } else {
      this.#bad(slot, isMissing(error));
    }
  }

  #bad(slot: number, missing: boolean): void {
    if (!this.#reported.has(slot)) {
      this.#reported.add(slot);
      this.#onBad(slot, missing);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#open.map(({ fd }) => closeFile(fd)));
    this.#open = [];
  }
}

function matches(bytes: Buffer, sums: Buffer, first: number): boolean {
  for (let at = 0; at < bytes.length; at += BLOCK_SIZE) {
    const sum = crc32(bytes.subarray(at, at + BLOCK_SIZE));
    if (sum !== sums.readUInt32LE((first + at / BLOCK_SIZE) * 4)) {
      return false;
    }
  }
  return true;
}
