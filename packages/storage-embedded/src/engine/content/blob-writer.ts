import { hash, randomBytes } from 'node:crypto';
import { isFull } from '../drives/drive.ts';
import type { DriveSet } from '../drives/drive-set.ts';
import type { BlobRef } from '../log/entries.ts';
import { BlobCopy } from './blob-copy.ts';
import { type BlobLabel, BlockSums, encodeBlobHead } from './blob-format.ts';
import type { ContentSums, HashJob, HashPool } from './hash-pool.ts';
import type { Landings } from './landings.ts';

const CHUNK_SIZE = 1024 * 1024;
/** Chunks of one content that may be in flight to the drives while the next is filled. */
const MAX_IN_FLIGHT = 2;
const MAX_POOLED = 32;

/**
 * Makes an id that starts with the time in milliseconds as twelve hexadecimal digits, so that a
 * file's age is known.
 */
export function newBlobId(): string {
  return Date.now().toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
}

/** Pool of buffers shared with the hashing thread. */
const pooled: SharedArrayBuffer[] = [];

function takeBuffer(): Buffer<SharedArrayBuffer> {
  return Buffer.from(pooled.pop() ?? newBuffer());
}

/** Growable buffers are page-aligned, which direct I/O requires. */
function newBuffer(): SharedArrayBuffer {
  return new SharedArrayBuffer(CHUNK_SIZE, { maxByteLength: CHUNK_SIZE });
}

function giveBuffer(buffer: Buffer<SharedArrayBuffer>): void {
  if (pooled.length < MAX_POOLED) {
    pooled.push(buffer.buffer);
  }
}

/** What a content is written with. */
export interface BlobPlace {
  readonly drives: DriveSet;
  readonly hashes: HashPool;
  readonly landings: Landings;
}

/**
 * Streams one content to its drives as it arrives. Call `write` sequentially, then `digest` and
 * `finish`, or `abandon` at any time. If a drive fails, writing continues on the other one, and the
 * content is copied to a third drive at the end.
 */
export class BlobWriter {
  readonly id: string;
  readonly #drives: DriveSet;
  readonly #hashes: HashPool;
  readonly #start: number;
  #copies: readonly BlobCopy[] = [];
  #buffer = takeBuffer();
  #filled: number;
  /** Where content starts in the buffer: after the head in the first one. */
  #contentAt: number;
  #position = 0;
  #size = 0;
  #job: HashJob | undefined;
  #sums: ContentSums | undefined;
  #inFlight: readonly Promise<void>[] = [];
  /** Whether a write found a drive full. */
  #metFull = false;

  private constructor(place: BlobPlace, id: string, head: Buffer) {
    this.id = id;
    this.#drives = place.drives;
    this.#hashes = place.hashes;
    this.#start = head.length;
    head.copy(this.#buffer);
    this.#filled = head.length;
    this.#contentAt = head.length;
  }

  /** Fails with XMinioStorageFull or ServiceUnavailable if the drives cannot accept content. */
  static async open(place: BlobPlace, label: Omit<BlobLabel, 'id'>): Promise<BlobWriter> {
    const id = newBlobId();
    const writer = new BlobWriter(place, id, encodeBlobHead({ id, ...label }));
    // Drives that fail are not picked again.
    for (let left = place.drives.all.length; left > 0 && writer.#copies.length === 0; left--) {
      for (const drive of place.drives.pickForContent()) {
        await writer.#addCopy(() => BlobCopy.create(drive, id), drive.slot);
      }
    }
    writer.#needCopy();
    return writer;
  }

  async #addCopy(make: () => Promise<BlobCopy>, slot: number): Promise<void> {
    try {
      this.#copies = [...this.#copies, await make()];
    } catch (error) {
      this.#failed(slot, error);
    }
  }

  #failed(slot: number, error: unknown): void {
    this.#metFull ||= isFull(error);
    this.#drives.failed(slot, error);
  }

  #needCopy(): void {
    if (this.#copies.length === 0) {
      throw this.#drives.refusalAfter(this.#metFull);
    }
  }

  /** Writes the next bytes; waits when the drives cannot keep up. */
  async write(bytes: Uint8Array): Promise<void> {
    this.#size += bytes.length;
    for (let at = 0; at < bytes.length; ) {
      const take = Math.min(bytes.length - at, CHUNK_SIZE - this.#filled);
      this.#buffer.set(bytes.subarray(at, at + take), this.#filled);
      this.#filled += take;
      at += take;
      if (this.#filled === CHUNK_SIZE) {
        await this.#flush();
      }
    }
  }

  /** Sends off the buffer and takes a new one once few enough writes are in flight. */
  async #flush(): Promise<void> {
    while (this.#inFlight.length >= MAX_IN_FLIGHT) {
      await this.#inFlight[0];
    }
    this.#needCopy();
    this.#job ??= this.#hashes.open();
    const sent = this.#send(this.#job, this.#buffer);
    this.#inFlight = [...this.#inFlight, sent];
    sent
      .finally(() => {
        this.#inFlight = this.#inFlight.filter((one) => one !== sent);
      })
      // An error surfaces where it is awaited: at the next flush or in `digest`.
      .catch(() => undefined);
    this.#buffer = takeBuffer();
  }

  async #send(job: HashJob, buffer: Buffer<SharedArrayBuffer>): Promise<void> {
    const [start, filled, position] = [this.#contentAt, this.#filled, this.#position];
    this.#contentAt = 0;
    this.#filled = 0;
    this.#position += filled;
    const writing = this.#onEach((copy) => copy.write(buffer.subarray(0, filled), position));
    await Promise.all([job.add(buffer.buffer, start, filled - start), writing]);
    giveBuffer(buffer);
  }

  /** Runs a step on every copy and continues with the copies for which it succeeded. */
  async #onEach(step: (copy: BlobCopy) => Promise<void>): Promise<void> {
    const copies = this.#copies;
    const results = await Promise.allSettled(copies.map(step));
    for (const [i, result] of results.entries()) {
      const copy = copies[i];
      if (result.status === 'rejected' && copy) {
        this.#failed(copy.drive.slot, result.reason);
        this.#copies = this.#copies.filter((one) => one !== copy);
        await copy.discard();
      }
    }
  }

  /** Computes the sums over everything written; nothing may be written afterwards. */
  async digest(): Promise<{ md5: Buffer; size: number }> {
    this.#sums = await (this.#job ? this.#sumByThread(this.#job) : this.#sumHere());
    return { md5: this.#sums.md5, size: this.#size };
  }

  async #sumByThread(job: HashJob): Promise<ContentSums> {
    if (this.#filled > 0) {
      await this.#flush();
    }
    await Promise.all(this.#inFlight);
    return job.end();
  }

  /** Content that fits in one buffer is not worth another thread. */
  async #sumHere(): Promise<ContentSums> {
    const content = this.#buffer.subarray(this.#contentAt, this.#filled);
    const sums = new BlockSums();
    sums.add(content);
    const whole = this.#buffer.subarray(0, this.#filled);
    await this.#onEach((copy) => copy.write(whole, 0));
    this.#position = this.#filled;
    return { md5: hash('md5', content, 'buffer'), trailer: sums.trailer() };
  }

  /** Publishes the file durably on as many drives as there should be copies. */
  async finish(): Promise<BlobRef> {
    const trailer = this.#sums?.trailer ?? Buffer.alloc(0);
    await this.#onEach((copy) => copy.write(trailer, this.#position));
    const tried = new Set(this.#copies.map((copy) => copy.drive.slot));
    do {
      await this.#leave((slot) => !this.#drives.online(slot));
      this.#needCopy();
      await this.#duplicate(tried);
      await this.#onEach((copy) => (copy.published ? Promise.resolve() : copy.publish()));
      await this.#leave((slot) => !this.#drives.online(slot));
    } while (this.#staying < this.#drives.copies);
    await this.#leave((slot) => !this.#drives.isTaking(slot));
    giveBuffer(this.#buffer);
    const slots = this.#copies.map((copy) => copy.drive.slot);
    return { id: this.id, slots, start: this.#start };
  }

  /**
   * Number of copies on drives where they can stay, that is, on drives that are not being drained.
   */
  get #staying(): number {
    return this.#copies.filter((copy) => this.#drives.isTaking(copy.drive.slot)).length;
  }

  /** Discards the copies on some drives, even if those still accept writes. */
  async #leave(isLeft: (slot: number) => boolean): Promise<void> {
    const left = this.#copies.filter((copy) => isLeft(copy.drive.slot));
    this.#copies = this.#copies.filter((copy) => !left.includes(copy));
    await Promise.all(left.map((copy) => this.#discard(copy)));
  }

  /**
   * A published file may have disappeared unnoticed together with its drive; checking the drive
   * marks it as lost, so that the file is found later.
   */
  async #discard(copy: BlobCopy): Promise<void> {
    await copy.discard();
    if (copy.published) {
      await this.#drives.isThere(copy.drive.slot);
    }
  }

  /** Creates the missing copies on drives that have not been tried yet. */
  async #duplicate(tried: Set<number>): Promise<void> {
    while (this.#staying < this.#drives.copies) {
      const drive = this.#drives.spare([...tried]);
      const [source] = this.#copies;
      if (!drive || !source) {
        throw this.#drives.refusalAfter(this.#metFull);
      }
      tried.add(drive.slot);
      await this.#addCopy(() => source.duplicate(drive), drive.slot);
    }
  }

  /** Aborts the write and removes all copies. */
  async abandon(): Promise<void> {
    await Promise.allSettled(this.#inFlight);
    this.#job?.abandon();
    await Promise.all(this.#copies.map((copy) => this.#discard(copy)));
  }
}
