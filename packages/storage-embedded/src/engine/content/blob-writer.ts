import { createHash, type Hash, randomBytes } from 'node:crypto';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { DriveSet } from '../drives/drive-set.ts';
import type { BlobRef } from '../log/entries.ts';
import { BlobCopy } from './blob-copy.ts';
import { type BlobLabel, BlockSums, encodeBlobHead } from './blob-format.ts';

const FLUSH_SIZE = 1024 * 1024;

/** Time first, in milliseconds as twelve hexadecimal digits, so that the age of a file is known. */
export function newBlobId(): string {
  return Date.now().toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
}

/**
 * Writes one content to its drives while it arrives. Call `write` in turn, then
 * `digest` and `finish`, or `abandon` at any time. When a drive fails, the content
 * goes on to the other one and is copied to a third in the end.
 */
export class BlobWriter {
  readonly id: string;
  readonly #drives: DriveSet;
  readonly #start: number;
  readonly #sums = new BlockSums();
  readonly #md5: Hash = createHash('md5');
  #copies: readonly BlobCopy[];
  #chunks: Uint8Array[];
  #gathered: number;
  #position = 0;
  #size = 0;
  #flushing: Promise<void> = Promise.resolve();

  private constructor(drives: DriveSet, id: string, head: Buffer) {
    this.id = id;
    this.#drives = drives;
    this.#copies = [];
    this.#start = head.length;
    this.#chunks = [head];
    this.#gathered = head.length;
  }

  /** Fails with StorageFull or ServiceUnavailable when the drives cannot take it. */
  static async open(drives: DriveSet, label: Omit<BlobLabel, 'id'>): Promise<BlobWriter> {
    const id = newBlobId();
    const writer = new BlobWriter(drives, id, encodeBlobHead({ id, ...label }));
    for (const drive of drives.pickForContent()) {
      await writer.#addCopy(() => BlobCopy.create(drive, id), drive.slot);
    }
    writer.#needCopy();
    return writer;
  }

  async #addCopy(make: () => Promise<BlobCopy>, slot: number): Promise<void> {
    try {
      this.#copies = [...this.#copies, await make()];
    } catch (error) {
      this.#drives.failed(slot, error);
    }
  }

  #needCopy(): void {
    if (this.#copies.length === 0) {
      this.#drives.needRoom();
      throw new S3Error('ServiceUnavailable', 'The drives failed while writing.');
    }
  }

  /** Takes the next bytes, which must not be changed afterwards. Waits when the drives are slower. */
  async write(bytes: Uint8Array): Promise<void> {
    this.#size += bytes.length;
    this.#md5.update(bytes);
    this.#sums.add(bytes);
    this.#chunks.push(bytes);
    this.#gathered += bytes.length;
    if (this.#gathered >= FLUSH_SIZE) {
      await this.#flushing;
      this.#needCopy();
      this.#flushing = this.#flush();
    }
  }

  async #flush(): Promise<void> {
    const chunks = this.#chunks;
    const position = this.#position;
    this.#position += this.#gathered;
    this.#chunks = [];
    this.#gathered = 0;
    await this.#onEach((copy) => copy.write(chunks, position));
  }

  /** Does a step on every copy and goes on with those that it worked for. */
  async #onEach(step: (copy: BlobCopy) => Promise<void>): Promise<void> {
    const copies = this.#copies;
    const results = await Promise.allSettled(copies.map(step));
    for (const [i, result] of results.entries()) {
      const copy = copies[i];
      if (result.status === 'rejected' && copy) {
        this.#drives.failed(copy.drive.slot, result.reason);
        this.#copies = this.#copies.filter((one) => one !== copy);
        await copy.discard();
      }
    }
  }

  /** Sums over what was written; nothing may be written after it. */
  digest(): { md5: Buffer; size: number } {
    return { md5: this.#md5.digest(), size: this.#size };
  }

  /** Makes the file durable under its name, on as many drives as there are to be copies. */
  async finish(): Promise<BlobRef> {
    const trailer = this.#sums.trailer();
    this.#chunks.push(trailer);
    this.#gathered += trailer.length;
    await this.#flushing;
    await this.#flush();
    const tried = new Set(this.#copies.map((copy) => copy.drive.slot));
    do {
      this.#needCopy();
      await this.#duplicate(tried);
      await this.#onEach((copy) => (copy.published ? Promise.resolve() : copy.publish()));
    } while (this.#copies.length < this.#drives.copies);
    const slots = this.#copies.map((copy) => copy.drive.slot);
    return { id: this.id, slots, start: this.#start };
  }

  /** Makes the copies that are missing on drives not tried before. */
  async #duplicate(tried: Set<number>): Promise<void> {
    while (this.#copies.length < this.#drives.copies) {
      const drive = this.#drives.spare([...tried]);
      const [source] = this.#copies;
      if (!drive || !source) {
        this.#drives.needRoom();
        throw new S3Error('ServiceUnavailable', 'Too few drives are left for two copies.');
      }
      tried.add(drive.slot);
      await this.#addCopy(() => source.duplicate(drive), drive.slot);
    }
  }

  /** Gives up: nothing of the file stays. */
  async abandon(): Promise<void> {
    await this.#flushing;
    await Promise.all(this.#copies.map((copy) => copy.discard()));
  }
}
