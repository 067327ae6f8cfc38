import type { DriveSet } from '../drives/drive-set.ts';
import type { OwnedContent } from './blob-content.ts';
import { BLOCK_SIZE } from './blob-format.ts';
import { BlobSources, READ_BLOCKS } from './blob-sources.ts';

/** Called with the slot of a copy that is missing or damaged on a working drive. */
export type OnBadBlob = (content: OwnedContent, slot: number) => void;

/** Called after each read with the number of bytes; the next read waits for its promise. */
export type OnRead = (bytes: number) => Promise<void>;

/** State of one copy of a content; `away` if its drive cannot be read. */
export type CopyState = 'whole' | 'damaged' | 'missing' | 'away';

/** Reads content files. */
export class BlobReader {
  readonly #drives: DriveSet;
  readonly #onBad: OnBadBlob;

  constructor(drives: DriveSet, onBad: OnBadBlob) {
    this.#drives = drives;
    this.#onBad = onBad;
  }

  /**
   * Yields bytes [start, end) of a content. Reads only the blocks that contain them, verifies each,
   * and falls back to the other copy for a bad one. Fails with InternalError if no copy is good.
   */
  async *read(
    content: OwnedContent,
    bounds: { start: number; end: number },
  ): AsyncGenerator<Buffer> {
    const sources = this.#sources(content);
    const end = Math.ceil(bounds.end / BLOCK_SIZE);
    let ahead: Promise<Buffer> | undefined;
    try {
      for (let at = bounds.start; at < bounds.end; ) {
        const first = Math.floor(at / BLOCK_SIZE);
        const bytes = await (ahead ?? sources.blocks(first, Math.min(first + READ_BLOCKS, end)));
        const next = first + READ_BLOCKS;
        ahead = undefined;
        if (next < end) {
          // Read ahead while these bytes are being sent; an error surfaces where the promise is
          // awaited.
          ahead = sources.blocks(next, Math.min(next + READ_BLOCKS, end));
          ahead.catch(() => undefined);
        }
        const from = at - first * BLOCK_SIZE;
        const to = Math.min(bytes.length, bounds.end - first * BLOCK_SIZE);
        yield bytes.subarray(from, to);
        at += to - from;
      }
    } finally {
      await ahead?.catch(() => undefined);
      await sources.close();
    }
  }

  #sources(content: OwnedContent): BlobSources {
    return new BlobSources(this.#drives, content, (slot) => {
      if (this.#drives.online(slot)) {
        this.#onBad(content, slot);
      }
    });
  }

  /**
   * Yields the whole file, from head to trailer. Each block is verified and taken from whichever
   * copy has it intact, so two damaged copies can make one good one. Does not report bad copies.
   */
  async *whole(content: OwnedContent): AsyncGenerator<Buffer> {
    const sources = new BlobSources(this.#drives, content, () => undefined);
    try {
      yield await sources.head();
      yield* sources.all();
      yield await sources.trailer();
    } finally {
      await sources.close();
    }
  }

  /** Verifies one copy from head to trailer; returns the reason if it is not whole. */
  async inspect(content: OwnedContent, slot: number, onRead?: OnRead): Promise<CopyState> {
    const { blob } = content;
    const only = { ...content, blob: { ...blob, slots: [slot] } };
    let missing = false;
    const sources = new BlobSources(this.#drives, only, (_, isMissing) => {
      missing = isMissing;
    });
    try {
      await sources.head();
      for await (const bytes of sources.all()) {
        await onRead?.(bytes.length);
      }
      await sources.trailer();
      return 'whole';
    } catch (error) {
      if (!this.#drives.readable(slot) || sources.cutShort) {
        return 'away';
      }
      if (!sources.failed) {
        throw error;
      }
      return missing ? 'missing' : 'damaged';
    } finally {
      await sources.close();
    }
  }
}
