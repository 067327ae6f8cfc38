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
  /** Base64; the server refuses a part with another one. */
  readonly crc32?: string | undefined;
}

export interface CreateMultipartUpload extends ObjectCall, WriteHeaders {
  /** Has the server keep a CRC32 of every part, and of the whole object at the end. */
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
  /** Base64; the server compares it with that of what it holds. */
  readonly crc32?: string | undefined;
  /** Bytes; where every part has them and a CRC32, the whole object is held against theirs. */
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
  /** Where the list goes on, always further than before; undefined behind the last part. */
  readonly nextPartNumber?: number | undefined;
}

export interface MultipartOperations {
  createMultipartUpload(call: CreateMultipartUpload): Promise<string>;
  uploadPart(call: UploadPart): Promise<CompletedPart>;
  /** Fills a part with bytes of another object, within the server. */
  uploadPartCopy(call: UploadPartCopy): Promise<CompletedPart>;
  /**
   * Makes the object of its parts.
   *
   * @throws StorageRequestError BadDigest where the server tells a CRC32 of the whole that is not
   *   that of the parts; besides what it refuses
   */
  completeMultipartUpload(
    call: UploadCall & { readonly parts: readonly CompletedPart[] },
  ): Promise<WrittenObject>;
  abortMultipartUpload(call: UploadCall): Promise<void>;
  listParts(call: ListParts): Promise<PartListing>;
  /**
   * Uploads of the bucket that were neither completed nor aborted. MinIO's own server takes
   * a prefix for a whole key; without one it gives all that it remembers, on one page.
   */
  listMultipartUploads(call: ListMultipartUploads): Promise<UploadListing>;
}
