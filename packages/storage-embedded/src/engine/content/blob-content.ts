import type { BlobRef } from '../log/entries.ts';
import { trailerSize } from './blob-format.ts';

/** Content kept in a file of its own. */
export interface BlobContent {
  readonly blob: BlobRef;
  /** Size of the whole content in bytes. */
  readonly size: number;
}

/** The key or open-upload part that a content belongs to. */
export interface ContentOwner {
  /** The bucket's number. */
  readonly bucket: number;
  readonly key: string;
  readonly upload?: string | undefined;
  readonly part?: number | undefined;
}

export interface OwnedContent extends BlobContent {
  readonly owner: ContentOwner;
}

/** Returns the bytes the content occupies in its file. */
export function storedSize({ blob, size }: BlobContent): number {
  return blob.length ?? size;
}

/** Returns the size of the whole file in bytes: head, content and checksums. */
export function fileSize(content: BlobContent): number {
  const stored = storedSize(content);
  return content.blob.start + stored + trailerSize(stored);
}
