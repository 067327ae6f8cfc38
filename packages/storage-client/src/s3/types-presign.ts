import type { VersionCall } from './types.ts';
import type { UploadCall } from './types-multipart.ts';

export interface Presign extends VersionCall {
  /** 1 to 604800. */
  readonly expiresSeconds: number;
  /** Origin at which the link's user reaches the storage, if it differs from the endpoint. */
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
  /** Base64; the uploader must send it as x-amz-checksum-crc32. */
  readonly crc32?: string | undefined;
}

export interface PresignOperations {
  /** Returns a URL that downloads an object; sends no request. */
  presignGetObject(call: PresignGetObject): string;
  /** Returns a URL that accepts the upload of an object; sends no request. */
  presignPutObject(call: PresignPutObject): string;
  /** Returns a URL that accepts one part of an upload; sends no request. */
  presignUploadPart(call: PresignUploadPart): string;
  /** Returns a URL that lists parts of an upload; sends no request. */
  presignListParts(call: Presign & UploadCall): string;
}
