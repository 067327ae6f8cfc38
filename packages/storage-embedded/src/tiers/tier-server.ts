import type { Readable } from 'node:stream';
import type { ByteRange } from '../engine/types.ts';
import type { Tier } from './tier.ts';

/** Opens a content, or a range of it, for sending. */
export type OpenContent = (range: ByteRange | undefined) => Readable;

/** Where a content is in the bucket of a tier. */
export interface RemoteContent {
  /** Without the prefix of the tier. */
  readonly key: string;
  readonly version?: string;
}

/** The other server of a tier. All calls and streams fail with RemoteErrors. */
export interface TierServer {
  readonly tier: Tier;

  /**
   * Sends a content; resolves when the other server has acknowledged it.
   *
   * @param size bytes
   * @returns its version, where the bucket keeps versions
   */
  put(key: string, size: number, open: OpenContent): Promise<string | undefined>;

  /** The bytes of a content or a range of them. */
  read(content: RemoteContent, range: ByteRange | undefined): Readable;

  /** Removes a content. One that is not there is no error. */
  remove(content: RemoteContent): Promise<void>;

  /** Removes everything that may be left of a content that was about to be sent. */
  removeUnfinished(key: string): Promise<void>;

  /** Whether there is anything below the prefix. */
  isInUse(): Promise<boolean>;

  /** The value by which an S3 server knows itself, x-amz-id-2; '' where there is none. */
  hostId(): Promise<string>;

  /** Takes no more calls; resolves when those that are under way have ended. */
  retire(): Promise<void>;

  /** Ends what is under way. */
  close(): Promise<void>;
}
