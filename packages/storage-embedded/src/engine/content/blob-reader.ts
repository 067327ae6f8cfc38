import type { DriveSet } from '../drives/drive-set.ts';
import type { OwnedContent } from './blob-content.ts';
import { BLOCK_SIZE } from './blob-format.ts';
import { BlobSources, READ_BLOCKS } from './blob-sources.ts';

/** Called with the slot of a copy that is missing or damaged while its drive works. */
export type OnBadBlob = (content: OwnedContent, slot: number) => void;

/** Told of bytes just read; what it gives is waited for before more is read. */
export type OnRead = (bytes: number) => Promise<void>;

/** How one copy of a content is; `away` when its drive cannot be read. */
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
   * Bytes [start, end) of a content, only the blocks that hold them, each checked
   * and taken from the other copy when it is bad. Fails with InternalError when no
   * copy is good.
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
          // While these bytes are sent. When it fails, it does so where it is awaited.
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
   * All bytes of the file, from head to trailer, each checked and taken from whichever copy
   * has it good: two damaged copies can make a whole one. Reports no copy as bad.
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

  /** Looks through one copy, from head to trailer; gives the reason when it is not whole. */
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
