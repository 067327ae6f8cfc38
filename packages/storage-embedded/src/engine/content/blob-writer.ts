import { hash, randomBytes } from 'node:crypto';
import { isFull } from '../drives/drive.ts';
import type { DriveSet } from '../drives/drive-set.ts';
import type { BlobRef } from '../log/entries.ts';
import { BlobCopy } from './blob-copy.ts';
import { type BlobLabel, BlockSums, encodeBlobHead } from './blob-format.ts';
import type { ContentSums, HashJob, HashPool } from './hash-pool.ts';
import type { Landings } from './landings.ts';

const CHUNK_SIZE = 1024 * 1024;
/** Chunks of one content on their way to the drives while the next is filled. */
const MAX_IN_FLIGHT = 2;
const MAX_POOLED = 32;

/** Time first, in milliseconds as twelve hexadecimal digits, so that the age of a file is known. */
export function newBlobId(): string {
  return Date.now().toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
}

/** Buffers that the hashing thread can read too, used again and again. */
const pooled: SharedArrayBuffer[] = [];

function takeBuffer(): Buffer<SharedArrayBuffer> {
  return Buffer.from(pooled.pop() ?? newBuffer());
}

/** Growable memory begins at a page, which writing past the page cache needs. */
function newBuffer(): SharedArrayBuffer {
  return new SharedArrayBuffer(CHUNK_SIZE, { maxByteLength: CHUNK_SIZE });
}

function giveBuffer(buffer: Buffer<SharedArrayBuffer>): void {
  if (pooled.length < MAX_POOLED) {
    pooled.push(buffer.buffer);
  }
}

/** Where contents are written to. */
export interface BlobPlace {
  readonly drives: DriveSet;
  readonly hashes: HashPool;
  readonly landings: Landings;
}

/**
 * Writes one content to its drives while it arrives. Call `write` in turn, then
 * `digest` and `finish`, or `abandon` at any time. When a drive fails, the content
 * goes on to the other one and is copied to a third in the end.
 */
export class BlobWriter {
  readonly id: string;
  readonly #drives: DriveSet;
  readonly #hashes: HashPool;
  readonly #start: number;
  #copies: readonly BlobCopy[] = [];
  #buffer = takeBuffer();
  #filled: number;
  /** Where in the buffer content begins: behind the head in the first one. */
  #contentAt: number;
  #position = 0;
  #size = 0;
  #job: HashJob | undefined;
  #sums: ContentSums | undefined;
  #inFlight: readonly Promise<void>[] = [];
  /** A drive was full when it was written to. */
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

  /** Fails with XMinioStorageFull or ServiceUnavailable when the drives cannot take it. */
  static async open(place: BlobPlace, label: Omit<BlobLabel, 'id'>): Promise<BlobWriter> {
    const id = newBlobId();
    const writer = new BlobWriter(place, id, encodeBlobHead({ id, ...label }));
    // Drives that fail over it are not picked again.
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

  /** Takes the next bytes. Waits when the drives are slower. */
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

  /** Sends the buffer off and takes another, once few enough are under way. */
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
      // Thrown where it is awaited: by the next flush or by digest.
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

  /** Does a step on every copy and goes on with those that it worked for. */
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

  /** Sums over what was written; nothing may be written after it. */
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

  /** A content of one buffer is not worth another thread. */
  async #sumHere(): Promise<ContentSums> {
    const content = this.#buffer.subarray(this.#contentAt, this.#filled);
    const sums = new BlockSums();
    sums.add(content);
    const whole = this.#buffer.subarray(0, this.#filled);
    await this.#onEach((copy) => copy.write(whole, 0));
    this.#position = this.#filled;
    return { md5: hash('md5', content, 'buffer'), trailer: sums.trailer() };
  }

  /** Makes the file durable under its name, on as many drives as there are to be copies. */
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

  /** How many copies are on drives that they can stay on: none is that is being drained. */
  get #staying(): number {
    return this.#copies.filter((copy) => this.#drives.isTaking(copy.drive.slot)).length;
  }

  /** Gives up the copies on some drives, whatever these still take. */
  async #leave(isLeft: (slot: number) => boolean): Promise<void> {
    const left = this.#copies.filter((copy) => isLeft(copy.drive.slot));
    this.#copies = this.#copies.filter((copy) => !left.includes(copy));
    await Promise.all(left.map((copy) => this.#discard(copy)));
  }

  /** A file that a drive took along, and nobody missed it yet, is found when the drive is known to be lost. */
  async #discard(copy: BlobCopy): Promise<void> {
    await copy.discard();
    if (copy.published) {
      await this.#drives.isThere(copy.drive.slot);
    }
  }

  /** Makes the copies that are missing on drives not tried before. */
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

  /** Gives up: nothing of the file stays. */
  async abandon(): Promise<void> {
    await Promise.allSettled(this.#inFlight);
    this.#job?.abandon();
    await Promise.all(this.#copies.map((copy) => this.#discard(copy)));
  }
}
