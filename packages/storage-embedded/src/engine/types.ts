import type { Readable } from 'node:stream';
import type { Maintenance } from './maintenance.ts';
import type { ObjectReplication, ReplicaOrigin } from './object-replication.ts';
import type { StoreHealth } from './store-health.ts';
import type { ObjectTiering, TierReader, TierUsage } from './tiering.ts';

/** Versioning state of a bucket. */
export type Versioning = 'off' | 'enabled' | 'suspended';

/**
 * A bucket as stored by the engine. `settings` are opaque documents by name (policy, tagging,
 * quota, …).
 */
export interface StoredBucket {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly region: string;
  readonly versioning: Versioning;
  readonly objectLock: boolean;
  readonly settings: Readonly<Record<string, string>>;
}

/** An additional checksum of the content, under its S3 name. */
export interface StoredChecksum {
  readonly algorithm: 'CRC32' | 'CRC32C' | 'CRC64NVME' | 'SHA1' | 'SHA256';
  /** Base64; composite values carry their '-N' suffix. */
  readonly value: string;
  readonly type: 'FULL_OBJECT' | 'COMPOSITE';
}

/** How compressed content is stored: see docs/adr/0066-compression.md. */
export interface ObjectCompression {
  readonly algorithm: 'zstd';
  /** Bytes of content per compressed block. */
  readonly block: number;
}

/** Everything a writer specifies about an object except its bytes. */
export interface ObjectAttributes {
  readonly contentType: string;
  /**
   * System headers returned unchanged: cache-control, content-disposition, content-encoding,
   * content-language, expires.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** User metadata; names are lower case without the x-amz-meta- prefix. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly tags: Readonly<Record<string, string>>;
  readonly storageClass: string;
  readonly retention?: { readonly mode: 'GOVERNANCE' | 'COMPLIANCE'; readonly until: number };
  readonly legalHold?: boolean;
  /** How the caller encrypted the bytes; opaque to the engine and stored with the object. */
  readonly encryption?: Readonly<Record<string, string>>;
  /** How the caller compressed the bytes, before encrypting them. */
  readonly compression?: ObjectCompression;
  readonly replication?: ObjectReplication;
  readonly tiering?: ObjectTiering;
}

/** The store's own notes on a version. */
export type ObjectNotes = Partial<Pick<ObjectAttributes, 'replication' | 'encryption' | 'tiering'>>;

/** Attributes to replace; `retention` null removes it. */
export type AttributesChange = Partial<Omit<ObjectAttributes, 'retention'>> & {
  readonly retention?: NonNullable<ObjectAttributes['retention']> | null;
};

/** One version of an object, or a delete marker. */
export interface StoredObject extends ObjectAttributes {
  readonly bucket: string;
  readonly key: string;
  /** 'null' for a version written while versioning was off or suspended. */
  readonly versionId: string;
  readonly isLatest: boolean;
  readonly isDeleteMarker: boolean;
  /** In bytes. */
  readonly size: number;
  /** Hex, without quotes; those of multipart objects end in '-N'. */
  readonly etag: string;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
  readonly checksum?: StoredChecksum;
  readonly parts?: readonly {
    readonly number: number;
    readonly size: number;
    readonly etag: string;
    readonly checksum?: StoredChecksum;
    /** Stored size in bytes, if it differs from `size`. */
    readonly length?: number;
  }[];
}

/**
 * Condition that must hold when a write is committed. The engine checks it against the latest
 * version, atomically with the write.
 */
export interface WriteCondition {
  /** ETags, or '*': the object must exist and match. */
  readonly ifMatch?: readonly string[];
  /** ETags, or '*': the object must not exist, or must not match. */
  readonly ifNoneMatch?: readonly string[];
}

/**
 * An incoming body. `finish` is called after the last byte and before the commit: it throws the
 * S3Error that rejects the write (digest, signature, length), or returns the checksum to store. A
 * small `size` known in advance enables the engine's group commit.
 */
export interface IncomingBody {
  readonly source: AsyncIterable<Uint8Array>;
  readonly size?: number;
  finish?(digest: { md5: Uint8Array; size: number }): StoredChecksum | undefined;
  /**
   * Set if the source provides the content in another form (compressed, encrypted): size and ETag
   * of the plain content. Called after `finish`. Without `etag`, the MD5 of the source's bytes is
   * used.
   */
  content?(): { size: number; etag?: string };
}

/** Who changes an object and with which call; the engine only passes it on to observers. */
export interface ChangeCause {
  /** S3 event name without the 's3:' prefix, such as ObjectCreated:Put. */
  readonly event: string;
  /** '' for anonymous users and for the store itself. */
  readonly accessKey: string;
  readonly sourceIp: string;
  readonly userAgent: string;
  readonly requestId: string;
}

export interface PutObject {
  readonly bucket: string;
  readonly key: string;
  readonly attributes: ObjectAttributes;
  readonly body: IncomingBody;
  readonly condition?: WriteCondition;
  readonly cause?: ChangeCause;
  /** Fails with PreconditionFailed if the version already exists. */
  readonly replica?: ReplicaOrigin;
}

/** The version whose attributes are replaced. */
export interface UpdateTarget {
  readonly bucket: string;
  readonly key: string;
  readonly versionId?: string;
  readonly cause?: ChangeCause;
  /** Whether the change was replicated from another server. */
  readonly isReplica?: boolean;
}

export interface ByteRange {
  /** First byte, from 0. */
  readonly start: number;
  /** Last byte, inclusive. */
  readonly end: number;
}

export interface DeleteObject {
  readonly bucket: string;
  readonly key: string;
  /** If absent: adds a delete marker in a versioned bucket, deletes the object in others. */
  readonly versionId?: string;
  /** Whether governance retention may be bypassed. */
  readonly bypassGovernance?: boolean;
  /**
   * Called at the moment of the commit; the S3Error it throws rejects the deletion. With a guard, a
   * missing object gets no delete marker.
   */
  readonly guard?: DeleteGuard;
  readonly cause?: ChangeCause;
  /**
   * Set if the deletion was replicated from another server. With `marker`, `versionId` is that of a
   * delete marker: it is removed if it exists here and created otherwise.
   */
  readonly replica?: { readonly marker: boolean; readonly modifiedAt?: number };
}

/**
 * Checks what a deletion affects, atomically with it.
 *
 * @param target the version to be removed, or the latest one if a delete marker is to be added;
 *    undefined if there is none
 * @param latest the latest version of the key, which may be a delete marker
 */
export type DeleteGuard = (
  target: StoredObject | undefined,
  latest: StoredObject | undefined,
) => void;

export interface DeletedObject {
  readonly key: string;
  readonly versionId?: string;
  readonly deleteMarker: boolean;
  /** False if there was nothing to delete, which is not an error in S3. */
  readonly existed: boolean;
}

export interface ListQuery {
  readonly bucket: string;
  readonly prefix: string;
  readonly delimiter: string;
  /**
   * Lists entries that sort after this key or common prefix, in byte order; '' starts at the
   * beginning.
   */
  readonly after: string;
  /** If `after` is a key of a version listing: the last version returned. */
  readonly afterVersion?: string;
  /** Maximum number of entries and common prefixes together. */
  readonly limit: number;
  /** Whether to list every version and delete marker instead of the latest objects. */
  readonly versions?: boolean;
}

export interface Listing {
  readonly objects: readonly StoredObject[];
  readonly prefixes: readonly string[];
  /** Set if there is more: the last key or common prefix returned. */
  readonly next?: { readonly key: string; readonly versionId?: string };
}

export interface StoredUpload {
  readonly bucket: string;
  readonly key: string;
  readonly uploadId: string;
  readonly startedAt: number;
  readonly attributes: ObjectAttributes;
  readonly checksumAlgorithm?: StoredChecksum['algorithm'];
  readonly checksumType?: StoredChecksum['type'];
}

export interface StoredPart {
  readonly number: number;
  readonly size: number;
  readonly etag: string;
  readonly modifiedAt: number;
  readonly checksum?: StoredChecksum;
}

export interface BucketUsage {
  readonly bucket: string;
  readonly size: number;
  readonly objects: number;
  readonly versions: number;
  readonly deleteMarkers: number;
  /** The portion in tiers, by tier name. */
  readonly tiers: Readonly<Record<string, TierUsage>>;
  /** Object counts by size class: <1 KiB, <1 MiB, <10 MiB, <64 MiB, <128 MiB, <512 MiB, larger. */
  readonly histogram: readonly number[];
}

export interface DriveState {
  readonly path: string;
  readonly uuid: string;
  readonly state: 'ok' | 'offline';
  readonly totalSpace: number;
  readonly usedSpace: number;
  readonly availableSpace: number;
  readonly usedInodes: number;
  readonly freeInodes: number;
}

/**
 * The embedded store's engine: buckets, object versions, multipart uploads and small documents on
 * several drives. A write's promise resolves only once the write survives kill -9 and power loss.
 * Errors are S3Errors.
 */
export interface Engine extends Maintenance {
  createBucket(bucket: { name: string; region: string; objectLock: boolean }): Promise<void>;
  /**
   * Fails with BucketNotEmpty if any version or delete marker is left; open uploads are aborted.
   */
  deleteBucket(name: string): Promise<void>;
  getBucket(name: string): StoredBucket | undefined;
  listBuckets(): readonly StoredBucket[];
  /** Changes the versioning state or sets a settings document (null removes it). */
  updateBucket(
    name: string,
    change: { versioning?: Versioning; settings?: Record<string, string | null> },
  ): Promise<void>;

  putObject(put: PutObject): Promise<StoredObject>;
  /** Replaces attributes of one version in place (tags, retention, legal hold). */
  updateObject(
    target: UpdateTarget,
    change: (current: StoredObject) => AttributesChange,
  ): Promise<StoredObject>;
  /**
   * Sets the store's own notes on a version or delete marker, without telling observers. `change`
   * returns undefined to leave them unchanged. Does nothing if the version is gone.
   */
  annotate(
    target: { bucket: string; key: string; versionId: string },
    change: (current: StoredObject) => ObjectNotes | undefined,
  ): Promise<void>;
  /**
   * Returns the latest or the specified version, which may be a delete marker; undefined if there
   * is none.
   */
  getObject(bucket: string, key: string, versionId?: string): StoredObject | undefined;
  /**
   * Streams the bytes, verified against the stored checksums as they are read; if a copy is bad or
   * missing, the other one is used. The stream fails with InternalError if no copy is good. Ranges
   * count stored bytes, as the body provided them, which differ from `size` if the body had a
   * `content`.
   */
  readObject(object: StoredObject, range?: ByteRange): Readable;
  /**
   * Returns a small object's bytes in one piece, which is faster than a stream; undefined if it is
   * not small.
   */
  readSmall(object: StoredObject, range?: ByteRange): Promise<Uint8Array> | undefined;
  /**
   * Returns the number of bytes that the body provided when the object was written, which differs
   * from `size` if the body had a `content`. Not for small objects.
   */
  storedLength(object: StoredObject): number;
  /**
   * Keeps the content readable, even if the object is deleted, until the returned function is
   * called.
   */
  hold(object: StoredObject): () => void;
  /** Sets the reader for contents that are in tiers. */
  readTiersBy(reader: TierReader): void;
  /**
   * Records that a version's content is in a tier and gives up the local copy. Atomically removes
   * the queue document `intent` of kind TIER_SWEEP_KIND. Resolves to false, changing nothing, if
   * the version is gone, was replaced or is already in a tier.
   */
  moveToTier(object: StoredObject, tiering: ObjectTiering, intent: string): Promise<boolean>;
  /**
   * Keeps a local copy of content that is in a tier. `stored` yields the bytes as they are there.
   * Resolves to false if the version is gone or was replaced.
   */
  keepCopy(
    object: StoredObject,
    stored: AsyncIterable<Uint8Array>,
    until: number,
  ): Promise<boolean>;
  /** Drops the local copy of content that is in a tier if it was kept until `now` or earlier. */
  dropCopy(object: StoredObject, now: number): Promise<void>;
  deleteObject(target: DeleteObject): Promise<DeletedObject>;
  /** Deletes several entries in one commit; returns the results in the given order. */
  deleteObjects(targets: readonly DeleteObject[]): Promise<readonly (DeletedObject | Error)[]>;
  list(query: ListQuery): Listing;

  createUpload(upload: Omit<StoredUpload, 'uploadId' | 'startedAt'>): Promise<string>;
  getUpload(bucket: string, key: string, uploadId: string): StoredUpload | undefined;
  listUploads(
    bucket: string,
    query: { prefix: string; afterKey: string; afterUpload: string; limit: number },
  ): readonly StoredUpload[];
  putPart(upload: StoredUpload, number: number, body: IncomingBody): Promise<StoredPart>;
  listParts(upload: StoredUpload, query: { after: number; limit: number }): readonly StoredPart[];
  /**
   * The caller has checked the parts' order, sizes and ETags; the engine checks that they still
   * exist.
   */
  completeUpload(
    upload: StoredUpload,
    parts: readonly { number: number; etag: string }[],
    result: {
      etag: string;
      checksum?: StoredChecksum;
      condition?: WriteCondition;
      cause?: ChangeCause;
      replica?: ReplicaOrigin;
    },
  ): Promise<StoredObject>;
  abortUpload(upload: StoredUpload): Promise<void>;

  /** Small durable documents by kind and name: users, policies, configuration. */
  getDocument(kind: string, name: string): string | undefined;
  listDocuments(kind: string): readonly { name: string; value: string }[];
  putDocument(kind: string, name: string, value: string | null): Promise<void>;
  /** Sets or removes several documents of a kind in one commit. */
  putDocuments(kind: string, values: ReadonlyMap<string, string | null>): Promise<void>;
  /** Appends a document to a queue; its name sorts after all existing ones. */
  queueDocument(kind: string, value: string): Promise<string>;
  /** At most `limit` documents whose names sort after `after`, sorted by name. */
  pageDocuments(
    kind: string,
    after: string,
    limit: number,
  ): readonly { name: string; value: string }[];
  countDocuments(kind: string): number;

  usage(): readonly BucketUsage[];
  /** Checks the drives immediately; one that is back is put into use again. */
  drives(): Promise<readonly DriveState[]>;
  /** What is away, refused or incomplete, as last determined. */
  health(): StoreHealth;
  /** Closes the engine once the writes in progress have finished; later ones are rejected. */
  close(): Promise<void>;
}
