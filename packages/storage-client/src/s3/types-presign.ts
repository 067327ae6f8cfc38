import type { VersionCall } from './types.ts';
import type { UploadCall } from './types-multipart.ts';

export interface Presign extends VersionCall {
  /** 1 to 604800. */
  readonly expiresSeconds: number;
  /** Origin that the link's user reaches the storage at, when it is not the endpoint. */
  readonly publicEndpoint?: string | undefined;
  readonly now?: Date | undefined;
}

export interface PresignGetObject extends Presign {
  readonly responseContentDisposition?: string | undefined;
  readonly responseContentType?: string | undefined;
  readonly responseCacheControl?: string | undefined;
}

export interface PresignPutObject extends Presign {
  /** The uploader must send exactly this type. */
  readonly contentType?: string | undefined;
}

export interface PresignUploadPart extends Presign {
  readonly uploadId: string;
  /** 1 to 10000. */
  readonly partNumber: number;
  /** Base64; the later caller must send it as x-amz-checksum-crc32. */
  readonly crc32?: string | undefined;
}

export interface PresignOperations {
  /** A URL that downloads one object; nothing is sent. */
  presignGetObject(call: PresignGetObject): string;
  /** A URL that takes an upload of one object; nothing is sent. */
  presignPutObject(call: PresignPutObject): string;
  /** A URL that takes one part of an upload; nothing is sent. */
  presignUploadPart(call: PresignUploadPart): string;
  /** A URL that lists parts of an upload; nothing is sent. */
  presignListParts(call: Presign & UploadCall): string;
}
