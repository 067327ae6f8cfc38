import type { Readable } from 'node:stream';
import type { ByteRange } from '../engine/types.ts';
import type { Tier } from './tier.ts';

/** Opens the content to send, or a range of it. */
export type OpenContent = (range: ByteRange | undefined) => Readable;

/** The place of an object's content in the bucket of a tier. */
export interface RemoteContent {
  /** Without the tier's prefix. */
  readonly key: string;
  readonly version?: string;
}

/** The remote server of a tier. All calls and streams fail with RemoteErrors. */
export interface TierServer {
  readonly tier: Tier;

  /**
   * Uploads content; resolves once the remote server has acknowledged it.
   *
   * @param size bytes
   * @returns its version, if the bucket is versioned
   */
  put(key: string, size: number, open: OpenContent): Promise<string | undefined>;

  /** Streams the content or a range of it. */
  read(content: RemoteContent, range: ByteRange | undefined): Readable;

  /** Removes the content. Not an error if it does not exist. */
  remove(content: RemoteContent): Promise<void>;

  /** Removes everything that an interrupted upload may have left. */
  removeUnfinished(key: string): Promise<void>;

  /** Whether anything exists below the prefix. */
  isInUse(): Promise<boolean>;

  /** Returns x-amz-id-2, which identifies an S3 server; '' if there is none. */
  hostId(): Promise<string>;

  /** Accepts no more calls; resolves when the current ones have finished. */
  retire(): Promise<void>;

  /** Aborts the current calls. */
  close(): Promise<void>;
}
