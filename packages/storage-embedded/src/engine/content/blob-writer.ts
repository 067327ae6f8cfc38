import { createHash, type Hash, randomBytes } from 'node:crypto';
import { constants, fdatasync, writev } from 'node:fs';
import { mkdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { syncDirectory } from '../drives/drive-format.ts';
import { blobDirectory, blobPath, type Drive, type DriveSet } from '../drives/drive-set.ts';
import { closeFile, openFile, writeAll } from '../drives/raw-file.ts';
import type { BlobRef } from '../log/entries.ts';
import { type BlobLabel, BlockSums, encodeBlobHead } from './blob-format.ts';

const FLUSH_SIZE = 1024 * 1024;
const OPEN_NEW = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;

interface Copy {
  readonly drive: Drive;
  readonly temporary: string;
  readonly fd: number;
}

export function newBlobId(): string {
  return Date.now().toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
}

function writeChunks(fd: number, chunks: readonly Uint8Array[], position: number): Promise<void> {
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return new Promise((resolve, reject) => {
    writev(fd, chunks, position, (error, count) => {
      if (error) {
        reject(error);
      } else if (count === size) {
        resolve();
      } else {
        const rest = Buffer.concat(chunks).subarray(count);
        writeAll(fd, rest, position + count).then(resolve, reject);
      }
    });
  });
}

function syncFile(fd: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fdatasync(fd, (error) => (error ? reject(error) : resolve()));
  });
}

/** Writes one content to its drives while it arrives. Call `write` in turn, then `finish` or `abandon`. */
export class BlobWriter {
  readonly id: string;
  readonly #copies: readonly Copy[];
  readonly #start: number;
  readonly #sums = new BlockSums();
  readonly #md5: Hash = createHash('md5');
  #chunks: Uint8Array[] = [];
  #gathered = 0;
  #position: number;
  #size = 0;
  #flushing: Promise<void> | undefined;

  private constructor(id: string, opened: { copies: readonly Copy[]; head: Buffer }) {
    this.id = id;
    this.#copies = opened.copies;
    this.#start = opened.head.length;
    this.#position = 0;
    this.#chunks.push(opened.head);
    this.#gathered = opened.head.length;
  }

  static async open(drives: DriveSet, label: Omit<BlobLabel, 'id'>): Promise<BlobWriter> {
    const id = newBlobId();
    const head = encodeBlobHead({ id, ...label });
    const copies: Copy[] = [];
    try {
      for (const slot of drives.pick()) {
        const drive = drives.online(slot);
        if (drive) {
          const temporary = join(drive.path, 'tmp', id);
          copies.push({ drive, temporary, fd: await openFile(temporary, OPEN_NEW) });
        }
      }
    } catch (error) {
      await Promise.all(copies.map((copy) => closeFile(copy.fd)));
      throw failure(error);
    }
    return new BlobWriter(id, { copies, head });
  }

  /** Takes the next bytes, which must not be changed afterwards. Waits when the drives are slower. */
  async write(bytes: Uint8Array): Promise<void> {
    this.#size += bytes.length;
    this.#md5.update(bytes);
    this.#sums.add(bytes);
    this.#chunks.push(bytes);
    this.#gathered += bytes.length;
    if (this.#gathered >= FLUSH_SIZE) {
      await this.#flush();
    }
  }

  /** Starts writing what was gathered, after the former flush has ended. */
  async #flush(): Promise<void> {
    await this.#flushing;
    const chunks = this.#chunks;
    const position = this.#position;
    this.#position += this.#gathered;
    this.#chunks = [];
    this.#gathered = 0;
    const writes = this.#copies.map((copy) => writeChunks(copy.fd, chunks, position));
    this.#flushing = Promise.all(writes).then(() => undefined);
    // The failure is thrown where it is awaited: by the next flush or by finish.
    this.#flushing.catch(() => undefined);
  }

  /** Sums over what was written; nothing may be written after it. */
  digest(): { md5: Buffer; size: number } {
    return { md5: this.#md5.digest(), size: this.#size };
  }

  /** Makes the file durable under its name. */
  async finish(): Promise<BlobRef> {
    const trailer = this.#sums.trailer();
    this.#chunks.push(trailer);
    this.#gathered += trailer.length;
    try {
      await this.#flush();
      await this.#flushing;
      await Promise.all(this.#copies.map((copy) => this.#publish(copy)));
    } catch (error) {
      throw failure(error);
    }
    const slots = this.#copies.map((copy) => copy.drive.slot);
    return { id: this.id, slots, start: this.#start };
  }

  async #publish({ drive, temporary, fd }: Copy): Promise<void> {
    await syncFile(fd);
    await closeFile(fd);
    const directory = blobDirectory(drive, this.id);
    await mkdir(directory, { recursive: true });
    await rename(temporary, blobPath(drive, this.id));
    await syncDirectory(directory);
  }

  /** Gives up: nothing of the file stays. */
  async abandon(): Promise<void> {
    await this.#flushing?.catch(() => undefined);
    for (const copy of this.#copies) {
      await closeFile(copy.fd).catch(() => undefined);
      await unlink(copy.temporary).catch(() => undefined);
    }
  }
}

function failure(error: unknown): unknown {
  const full = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
  return full ? new S3Error('StorageFull') : error;
}
