import type { Readable } from 'node:stream';

/** Every call takes a signal; an aborted call rejects with the signal's reason. */
export interface Abortable {
  readonly signal?: AbortSignal | undefined;
}

export interface BucketCall extends Abortable {
  readonly bucket: string;
}

export interface ObjectCall extends BucketCall {
  readonly key: string;
}

export interface VersionCall extends ObjectCall {
  readonly versionId?: string | undefined;
}

export type RetentionMode = 'GOVERNANCE' | 'COMPLIANCE';

/** A lock that keeps a version from being deleted or replaced until its time has come. */
export interface ObjectRetention {
  readonly mode: RetentionMode;
  /** ISO 8601. */
  readonly until: string;
}

export interface ListedObject {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** ISO 8601, UTC. */
  readonly lastModified: string;
  /** Without quotes. */
  readonly etag: string;
  readonly storageClass: string;
  /** With `withMetadata` on a MinIO server: names in lower case without x-amz-meta-. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly tags?: Readonly<Record<string, string>> | undefined;
  readonly contentType?: string | undefined;
}

export interface ListedVersion extends ListedObject {
  /** 'null' for a version from before versioning. */
  readonly versionId: string;
  readonly isLatest: boolean;
  readonly isDeleteMarker: boolean;
}

export interface ListObjects extends BucketCall {
  readonly prefix?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly startAfter?: string | undefined;
  readonly continuationToken?: string | undefined;
  /** 1 to 1000. */
  readonly maxKeys?: number | undefined;
  /** MinIO's extension: metadata and tags with each object. Other servers ignore it. */
  readonly withMetadata?: boolean | undefined;
}

export interface ObjectListing {
  readonly objects: readonly ListedObject[];
  readonly prefixes: readonly string[];
  readonly truncated: boolean;
  readonly nextToken?: string | undefined;
}

export interface ListObjectVersions extends BucketCall {
  readonly prefix?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly keyMarker?: string | undefined;
  readonly versionIdMarker?: string | undefined;
  readonly maxKeys?: number | undefined;
  readonly withMetadata?: boolean | undefined;
}

export interface VersionListing {
  /** Versions and delete markers in the order of the server: by key, newest first. */
  readonly versions: readonly ListedVersion[];
  readonly prefixes: readonly string[];
  readonly truncated: boolean;
  readonly nextKeyMarker?: string | undefined;
  readonly nextVersionIdMarker?: string | undefined;
}

/** What the headers of HEAD and GET say about an object. */
export interface ObjectHeaders {
  /** Bytes of this answer; of the object when no range was asked for. */
  readonly contentLength: number;
  readonly contentType?: string | undefined;
  readonly contentRange?: string | undefined;
  readonly contentEncoding?: string | undefined;
  readonly contentDisposition?: string | undefined;
  readonly contentLanguage?: string | undefined;
  readonly cacheControl?: string | undefined;
  readonly expires?: string | undefined;
  /** Without quotes. */
  readonly etag: string;
  /** ISO 8601, UTC. */
  readonly lastModified?: string | undefined;
  readonly versionId?: string | undefined;
  readonly deleteMarker: boolean;
  readonly storageClass?: string | undefined;
  readonly tagCount: number;
  readonly retention?: ObjectRetention | undefined;
  readonly legalHold?: boolean | undefined;
  readonly replicationStatus?: string | undefined;
  /** AES256 or aws:kms. */
  readonly encryption?: string | undefined;
  /** The name of the key, with aws:kms. */
  readonly encryptionKey?: string | undefined;
  readonly websiteRedirect?: string | undefined;
  /** Names in lower case without x-amz-meta-. */
  readonly metadata: Readonly<Record<string, string>>;
}

export interface GetObject extends VersionCall {
  /** First and last byte, both inclusive; without `end` to the end of the object. */
  readonly range?: { readonly start: number; readonly end?: number | undefined } | undefined;
  /** Value of If-None-Match; the answer may then be 304 without bytes. */
  readonly ifNoneMatch?: string | undefined;
}

export interface GetObjectAnswer {
  readonly status: 200 | 206 | 304;
  readonly headers: ObjectHeaders;
  /** The bytes. Must be read to the end or destroyed. */
  readonly body: Readable;
}

/** What a writer says about an object besides its bytes. */
export interface WriteHeaders {
  readonly contentType?: string | undefined;
  readonly contentEncoding?: string | undefined;
  readonly contentDisposition?: string | undefined;
  readonly contentLanguage?: string | undefined;
  readonly cacheControl?: string | undefined;
  readonly expires?: string | undefined;
  readonly websiteRedirect?: string | undefined;
  readonly storageClass?: string | undefined;
  /** AES256 or aws:kms; the bucket's default without it. */
  readonly encryption?: string | undefined;
  /** The name of the key, with aws:kms. */
  readonly encryptionKey?: string | undefined;
  /** The bucket's default without it. */
  readonly retention?: ObjectRetention | undefined;
  readonly legalHold?: boolean | undefined;
  /** Names without x-amz-meta-. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly tags?: Readonly<Record<string, string>> | undefined;
}

export interface PutObject extends ObjectCall, WriteHeaders {
  readonly body: Readable | Uint8Array;
  /** Bytes of the body; must be exact. */
  readonly size: number;
  /** '*': only if the key does not exist. */
  readonly ifNoneMatch?: string | undefined;
}

export interface WrittenObject {
  readonly etag: string;
  readonly versionId?: string | undefined;
}

export interface CopySource {
  readonly bucket: string;
  readonly key: string;
  readonly versionId?: string | undefined;
  /** Copies only what still has this ETag: fails with PreconditionFailed otherwise. */
  readonly ifMatch?: string | undefined;
}

export interface CopyObject extends ObjectCall {
  readonly source: CopySource;
  /** Replaces what the source carries instead of copying it; its tags only where there are any. */
  readonly replace?: WriteHeaders | undefined;
  /** Leaves the source's tags behind. */
  readonly withoutTags?: boolean | undefined;
}

export interface DeleteObject extends VersionCall {
  /** Deletes only what still has this ETag, on servers that know the condition. */
  readonly ifMatch?: string | undefined;
  readonly bypassGovernance?: boolean | undefined;
}

export interface DeletedObject {
  readonly deleteMarker: boolean;
  readonly versionId?: string | undefined;
}

export interface DeleteObjects extends BucketCall {
  /** 1 to 1000. */
  readonly objects: readonly {
    readonly key: string;
    readonly versionId?: string | undefined;
  }[];
  readonly bypassGovernance?: boolean | undefined;
  /** Tell the delete markers that were set: the answer then names every key. */
  readonly reportMarkers?: boolean | undefined;
}

export interface DeleteFailure {
  readonly key: string;
  readonly versionId?: string | undefined;
  readonly code: string;
  readonly message: string;
}

/** A delete marker: removing this version brings the object back. */
export interface DeleteMarker {
  readonly key: string;
  /** 'null' where versioning is suspended: that marker took the place of the version before it. */
  readonly versionId: string;
}

export interface DeleteOutcome {
  /** The objects that could not be deleted; the others are gone. */
  readonly failures: readonly DeleteFailure[];
  /** The delete markers that this call set; empty unless it asked for them. */
  readonly markers: readonly DeleteMarker[];
}

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
  readonly truncated: boolean;
  readonly nextPartNumber?: number | undefined;
}

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

export interface ListingOperations {
  /** One page of ListObjectsV2. */
  listObjects(call: ListObjects): Promise<ObjectListing>;
  listObjectVersions(call: ListObjectVersions): Promise<VersionListing>;
}

export interface ObjectOperations {
  /** Fails with NoSuchKey, or MethodNotAllowed for a delete marker. */
  headObject(call: VersionCall): Promise<ObjectHeaders>;
  getObject(call: GetObject): Promise<GetObjectAnswer>;
  /** Empty for an object without tags. */
  getObjectTagging(call: VersionCall): Promise<Readonly<Record<string, string>>>;
  /** Streams a body of known length; it is read only as fast as the server takes it. */
  putObject(call: PutObject): Promise<WrittenObject>;
  copyObject(call: CopyObject): Promise<WrittenObject>;
  deleteObject(call: DeleteObject): Promise<DeletedObject>;
  deleteObjects(call: DeleteObjects): Promise<DeleteOutcome>;
}

export interface PresignUploadPart extends Presign {
  readonly uploadId: string;
  /** 1 to 10000. */
  readonly partNumber: number;
  /** Base64; the later caller must send it as x-amz-checksum-crc32. */
  readonly crc32?: string | undefined;
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
