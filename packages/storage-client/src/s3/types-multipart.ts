import type { Readable } from 'node:stream';
import type { BucketCall, CopySource, ObjectCall, WriteHeaders, WrittenObject } from './types.ts';

export interface UploadCall extends ObjectCall {
  readonly uploadId: string;
}

export interface UploadPart extends UploadCall {
  /** 1 to 10000. */
  readonly partNumber: number;
  readonly body: Readable | Uint8Array;
  readonly size: number;
  /** Base64; the server rejects a part that does not match. */
  readonly crc32?: string | undefined;
}

export interface CreateMultipartUpload extends ObjectCall, WriteHeaders {
  /** Makes the server store a CRC32 of every part, and of the whole object at the end. */
  readonly withCrc32?: boolean | undefined;
}

export interface UploadPartCopy extends UploadCall {
  /** 1 to 10000. */
  readonly partNumber: number;
  readonly source: CopySource;
  /** First and last byte, both inclusive. */
  readonly range: { readonly start: number; readonly end: number };
}

export interface CompletedPart {
  readonly partNumber: number;
  readonly etag: string;
  /** Base64; the server compares it with that of the stored part. */
  readonly crc32?: string | undefined;
  /** Bytes; if every part has a size and a CRC32, the whole object is checked against them. */
  readonly size?: number | undefined;
}

export interface ListedPart extends CompletedPart {
  readonly size: number;
  readonly lastModified: string;
}

export interface ListParts extends UploadCall {
  readonly afterPartNumber?: number | undefined;
  /** 1 to 1000. */
  readonly maxParts?: number | undefined;
}

export interface ListedUpload {
  readonly key: string;
  readonly uploadId: string;
  /** ISO 8601, UTC. */
  readonly initiatedAt: string;
}

export interface ListMultipartUploads extends BucketCall {
  readonly prefix?: string | undefined;
  readonly keyMarker?: string | undefined;
  readonly uploadIdMarker?: string | undefined;
  /** 1 to 1000. */
  readonly maxUploads?: number | undefined;
}

export interface UploadListing {
  readonly uploads: readonly ListedUpload[];
  readonly truncated: boolean;
  readonly nextKeyMarker?: string | undefined;
  readonly nextUploadIdMarker?: string | undefined;
}

export interface PartListing {
  readonly parts: readonly ListedPart[];
  /**
   * Where the list continues, always after the previous position; undefined after the last part.
   */
  readonly nextPartNumber?: number | undefined;
}

export interface MultipartOperations {
  createMultipartUpload(call: CreateMultipartUpload): Promise<string>;
  uploadPart(call: UploadPart): Promise<CompletedPart>;
  /** Copies bytes of another object into a part, within the server. */
  uploadPartCopy(call: UploadPartCopy): Promise<CompletedPart>;
  /**
   * Combines the parts into the object.
   *
   * @throws StorageRequestError for a refusal, and BadDigest if the server reports a CRC32 of the
   *    whole that does not match the parts
   */
  completeMultipartUpload(
    call: UploadCall & { readonly parts: readonly CompletedPart[] },
  ): Promise<WrittenObject>;
  abortMultipartUpload(call: UploadCall): Promise<void>;
  listParts(call: ListParts): Promise<PartListing>;
  /**
   * Lists the bucket's uploads that were neither completed nor aborted. MinIO's own server treats a
   * prefix as a complete key; without one it returns all known uploads on one page.
   */
  listMultipartUploads(call: ListMultipartUploads): Promise<UploadListing>;
}
