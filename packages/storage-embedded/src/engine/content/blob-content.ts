import type { BlobRef } from '../log/entries.ts';
import { trailerSize } from './blob-format.ts';

/** A content that is kept in a file of its own. */
export interface BlobContent {
  readonly blob: BlobRef;
  /** Bytes of the whole content. */
  readonly size: number;
}

/** The key that a content belongs to, or the part of an open upload. */
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

/** Bytes that a content has in its file. */
export function storedSize({ blob, size }: BlobContent): number {
  return blob.length ?? size;
}

/** Bytes of the whole file: head, content and checksums. */
export function fileSize(content: BlobContent): number {
  const stored = storedSize(content);
  return content.blob.start + stored + trailerSize(stored);
}
