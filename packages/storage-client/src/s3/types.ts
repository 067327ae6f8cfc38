import type { Readable } from 'node:stream';

/** Every call accepts a signal; an aborted call rejects with the signal's reason. */
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

/** A lock that prevents a version from being deleted or replaced before a certain time. */
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
  /** For `withMetadata` on a MinIO server: names in lower case without x-amz-meta-. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly tags?: Readonly<Record<string, string>> | undefined;
  readonly contentType?: string | undefined;
}

export interface ListedVersion extends ListedObject {
  /** 'null' for a version older than versioning. */
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
  /** MinIO's extension: returns metadata and tags of each object. Other servers ignore it. */
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
  /** Versions and delete markers in the server's order: by key, newest first. */
  readonly versions: readonly ListedVersion[];
  readonly prefixes: readonly string[];
  readonly truncated: boolean;
  readonly nextKeyMarker?: string | undefined;
  readonly nextVersionIdMarker?: string | undefined;
}

/** An object's properties in the headers of HEAD and GET. */
export interface ObjectHeaders {
  /** Bytes in this response; of the whole object unless a range was requested. */
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
  /** The name of the key, for aws:kms. */
  readonly encryptionKey?: string | undefined;
  readonly websiteRedirect?: string | undefined;
  /** Names in lower case without x-amz-meta-. */
  readonly metadata: Readonly<Record<string, string>>;
}

export interface GetObject extends VersionCall {
  /** First and last byte, both inclusive; to the end of the object if `end` is omitted. */
  readonly range?: { readonly start: number; readonly end?: number | undefined } | undefined;
  /** Value of If-None-Match; the response may then be 304 without bytes. */
  readonly ifNoneMatch?: string | undefined;
}

export interface GetObjectAnswer {
  readonly status: 200 | 206 | 304;
  readonly headers: ObjectHeaders;
  /** The content. Must be read to the end or destroyed. */
  readonly body: Readable;
}

/** An object's properties besides its content, as set by a writer. */
export interface WriteHeaders {
  readonly contentType?: string | undefined;
  readonly contentEncoding?: string | undefined;
  readonly contentDisposition?: string | undefined;
  readonly contentLanguage?: string | undefined;
  readonly cacheControl?: string | undefined;
  readonly expires?: string | undefined;
  readonly websiteRedirect?: string | undefined;
  readonly storageClass?: string | undefined;
  /** AES256 or aws:kms; the bucket's default if omitted. */
  readonly encryption?: string | undefined;
  /** The name of the key, for aws:kms. */
  readonly encryptionKey?: string | undefined;
  /** The bucket's default if omitted. */
  readonly retention?: ObjectRetention | undefined;
  readonly legalHold?: boolean | undefined;
  /** Names without x-amz-meta-. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly tags?: Readonly<Record<string, string>> | undefined;
}

export interface PutObject extends ObjectCall, WriteHeaders {
  readonly body: Readable | Uint8Array;
  /** Exact number of bytes of the body. */
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
  /** Only copies a source with this ETag; otherwise fails with PreconditionFailed. */
  readonly ifMatch?: string | undefined;
}

export interface CopyObject extends ObjectCall {
  readonly source: CopySource;
  /**
   * Replaces the source's properties instead of copying them; its tags only if there are new ones.
   */
  readonly replace?: WriteHeaders | undefined;
  /** Omits the source's tags. */
  readonly withoutTags?: boolean | undefined;
}

export interface DeleteObject extends VersionCall {
  /** Only deletes an object with this ETag, on servers that support the condition. */
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
  /** Reports created delete markers: the response then names every key. */
  readonly reportMarkers?: boolean | undefined;
}

export interface DeleteFailure {
  readonly key: string;
  readonly versionId?: string | undefined;
  readonly code: string;
  readonly message: string;
}

/** A delete marker: deleting this version restores the object. */
export interface DeleteMarker {
  readonly key: string;
  /** 'null' if versioning is suspended: the marker has replaced the previous null version. */
  readonly versionId: string;
}

export interface DeleteOutcome {
  /** The objects that could not be deleted; all others have been. */
  readonly failures: readonly DeleteFailure[];
  /** Delete markers created by this call; empty unless requested. */
  readonly markers: readonly DeleteMarker[];
}

export interface ListingOperations {
  /** Returns one page of ListObjectsV2. */
  listObjects(call: ListObjects): Promise<ObjectListing>;
  listObjectVersions(call: ListObjectVersions): Promise<VersionListing>;
}

export interface ObjectOperations {
  /** Fails with NoSuchKey, or MethodNotAllowed for a delete marker. */
  headObject(call: VersionCall): Promise<ObjectHeaders>;
  getObject(call: GetObject): Promise<GetObjectAnswer>;
  /** Returns an empty record for an object without tags. */
  getObjectTagging(call: VersionCall): Promise<Readonly<Record<string, string>>>;
  /** Streams a body of known length, which is read only as fast as the server accepts it. */
  putObject(call: PutObject): Promise<WrittenObject>;
  copyObject(call: CopyObject): Promise<WrittenObject>;
  deleteObject(call: DeleteObject): Promise<DeletedObject>;
  deleteObjects(call: DeleteObjects): Promise<DeleteOutcome>;
}
