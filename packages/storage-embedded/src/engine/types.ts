import type { Readable } from 'node:stream';
import type { Maintenance } from './maintenance.ts';
import type { ObjectReplication, ReplicaOrigin } from './object-replication.ts';
import type { StoreHealth } from './store-health.ts';
import type { ObjectTiering, TierReader, TierUsage } from './tiering.ts';

/** Versioning state of a bucket. */
export type Versioning = 'off' | 'enabled' | 'suspended';

/** A bucket as the engine keeps it. `settings` are opaque documents by name (policy, tagging, quota, …). */
export interface StoredBucket {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly region: string;
  readonly versioning: Versioning;
  readonly objectLock: boolean;
  readonly settings: Readonly<Record<string, string>>;
}

/** An additional checksum of the content, as S3 names it. */
export interface StoredChecksum {
  readonly algorithm: 'CRC32' | 'CRC32C' | 'CRC64NVME' | 'SHA1' | 'SHA256';
  /** Base64; composite values carry their '-N' suffix. */
  readonly value: string;
  readonly type: 'FULL_OBJECT' | 'COMPOSITE';
}

/** The form of a content that is stored compressed: see docs/adr/0066-compression.md. */
export interface ObjectCompression {
  readonly algorithm: 'zstd';
  /** Bytes of the content that are compressed together. */
  readonly block: number;
}

/** What a writer decides about an object, apart from its bytes. */
export interface ObjectAttributes {
  readonly contentType: string;
  /** System headers given back as they came: cache-control, content-disposition, content-encoding, content-language, expires. */
  readonly headers: Readonly<Record<string, string>>;
  /** User metadata, names in lower case without the x-amz-meta- prefix. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly tags: Readonly<Record<string, string>>;
  readonly storageClass: string;
  readonly retention?: { readonly mode: 'GOVERNANCE' | 'COMPLIANCE'; readonly until: number };
  readonly legalHold?: boolean;
  /** How the caller encrypted the bytes; opaque here, and kept with the object. */
  readonly encryption?: Readonly<Record<string, string>>;
  /** How the caller compressed the bytes, before it encrypted them. */
  readonly compression?: ObjectCompression;
  readonly replication?: ObjectReplication;
  readonly tiering?: ObjectTiering;
}

/** What the store itself keeps with a version. */
export type ObjectNotes = Partial<Pick<ObjectAttributes, 'replication' | 'encryption' | 'tiering'>>;

/** Attributes to replace; `retention` null takes it off. */
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
  /** Bytes. */
  readonly size: number;
  /** Hex, without quotes; multipart objects carry '-N'. */
  readonly etag: string;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
  readonly checksum?: StoredChecksum;
  readonly parts?: readonly {
    readonly number: number;
    readonly size: number;
    readonly etag: string;
    readonly checksum?: StoredChecksum;
    /** Bytes as it is stored, where `size` does not tell. */
    readonly length?: number;
  }[];
}

/**
 * What must hold at the moment a write is committed. The engine checks it
 * against the latest version while no other write to the key can come between.
 */
export interface WriteCondition {
  /** ETags, or '*': the object must exist and match. */
  readonly ifMatch?: readonly string[];
  /** ETags, or '*': the object must not exist, or must not match. */
  readonly ifNoneMatch?: readonly string[];
}

/**
 * Bytes on their way in. `finish` is called after the last byte and before the
 * commit: it throws the S3Error that refuses the write (digest, signature,
 * length) or gives the checksum to keep. A known small `size` lets the engine
 * take its group-commit path.
 */
export interface IncomingBody {
  readonly source: AsyncIterable<Uint8Array>;
  readonly size?: number;
  finish?(digest: { md5: Uint8Array; size: number }): StoredChecksum | undefined;
  /**
   * Set when the source gives a content in another form (compressed, encrypted): what it is by itself.
   * Asked after `finish`. Without `etag` it is the MD5 of what the source gave.
   */
  content?(): { size: number; etag?: string };
}

/** Who changes an object and by which call; the engine only hands it on to those who observe it. */
export interface ChangeCause {
  /** S3's name of the event without its 's3:', such as ObjectCreated:Put. */
  readonly event: string;
  /** '' for an anonymous caller and for the store itself. */
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
  /** Refused with PreconditionFailed when the version is there already. */
  readonly replica?: ReplicaOrigin;
}

/** Which version's attributes are to be replaced. */
export interface UpdateTarget {
  readonly bucket: string;
  readonly key: string;
  readonly versionId?: string;
  readonly cause?: ChangeCause;
  /** The change was done on another server before. */
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
  /** Without it: a delete marker in a versioned bucket, the object itself in another. */
  readonly versionId?: string;
  /** Governance retention may be passed over. */
  readonly bypassGovernance?: boolean;
  /**
   * Called at the moment of the commit; the S3Error that it throws refuses the deletion. With a
   * guard, what does not exist gets no delete marker.
   */
  readonly guard?: DeleteGuard;
  readonly cause?: ChangeCause;
  /**
   * The deletion was done on another server already. With `marker`, `versionId` is that of a
   * delete marker: it is removed when it is here, and else made.
   */
  readonly replica?: { readonly marker: boolean; readonly modifiedAt?: number };
}

/**
 * Sees what a deletion meets while no other write to the key can come between.
 *
 * @param target the version to be removed, or the latest one where a delete marker is to be
 *   added; undefined when there is none
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
  /** False when there was nothing to delete, which S3 does not count as an error. */
  readonly existed: boolean;
}

export interface ListQuery {
  readonly bucket: string;
  readonly prefix: string;
  readonly delimiter: string;
  /** List what sorts after this key or common prefix, in byte order; '' from the start. */
  readonly after: string;
  /** With `after` a key of a version listing: the version that was last given. */
  readonly afterVersion?: string;
  /** At most this many entries and common prefixes together. */
  readonly limit: number;
  /** Every version and delete marker instead of the latest objects. */
  readonly versions?: boolean;
}

export interface Listing {
  readonly objects: readonly StoredObject[];
  readonly prefixes: readonly string[];
  /** Set when there is more: the last key or common prefix that was given. */
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
  /** What of it is in tiers, by their names. */
  readonly tiers: Readonly<Record<string, TierUsage>>;
  /** Counts of objects by size class: <1 KiB, <1 MiB, <10 MiB, <64 MiB, <128 MiB, <512 MiB, larger. */
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
 * The embedded store's engine: buckets, versions of objects, multipart uploads
 * and small documents on several drives. Every promise of a write resolves only
 * when the write survives kill -9 and power loss. Failures are S3Errors.
 */
export interface Engine extends Maintenance {
  createBucket(bucket: { name: string; region: string; objectLock: boolean }): Promise<void>;
  /** Fails with BucketNotEmpty while a version or delete marker is left; open uploads are dropped. */
  deleteBucket(name: string): Promise<void>;
  getBucket(name: string): StoredBucket | undefined;
  listBuckets(): readonly StoredBucket[];
  /** Changes versioning, or sets a settings document (null removes it). */
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
   * Sets what the store itself keeps about a version or delete marker; nobody observes it.
   * `change` gives undefined to leave it as it is. A version that is gone is passed over.
   */
  annotate(
    target: { bucket: string; key: string; versionId: string },
    change: (current: StoredObject) => ObjectNotes | undefined,
  ): Promise<void>;
  /** The latest version, or the named one; a delete marker is given as such; undefined when there is none. */
  getObject(bucket: string, key: string, versionId?: string): StoredObject | undefined;
  /**
   * The bytes, verified against the stored checksums while they are read; a bad or
   * missing copy is passed over for the other one. The stream fails with InternalError
   * when no copy is good. A range counts the bytes as the body gave them when it was
   * written, which are others than `size` tells when it had a `content`.
   */
  readObject(object: StoredObject, range?: ByteRange): Readable;
  /** The bytes of a small object in one piece, or undefined when it is not small. Faster than a stream. */
  readSmall(object: StoredObject, range?: ByteRange): Promise<Uint8Array> | undefined;
  /** Bytes that the body gave when the object was written, which are others than `size` tells when it had a `content`. Not for small objects. */
  storedLength(object: StoredObject): number;
  /** Keeps the content for its readers, even when the object is deleted, until the function that it gives is called. */
  hold(object: StoredObject): () => void;
  /** From now on contents that are in tiers are read through `reader`. */
  readTiersBy(reader: TierReader): void;
  /**
   * Notes that the content of a version is in a tier, and gives up the local one. With it the
   * queued document `intent` of the kind TIER_SWEEP_KIND goes. Gives false, and changes nothing,
   * when the version is gone, was replaced or is in a tier already.
   */
  moveToTier(object: StoredObject, tiering: ObjectTiering, intent: string): Promise<boolean>;
  /**
   * Keeps a local copy of a content that is in a tier. `stored` gives the bytes as they are there.
   * Gives false when the version is gone or was replaced.
   */
  keepCopy(
    object: StoredObject,
    stored: AsyncIterable<Uint8Array>,
    until: number,
  ): Promise<boolean>;
  /** Gives up the local copy of a content that is in a tier, when it is kept until `now` at most. */
  dropCopy(object: StoredObject, now: number): Promise<void>;
  deleteObject(target: DeleteObject): Promise<DeletedObject>;
  /** As one commit; each entry's outcome in the order given. */
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
  /** Parts were checked for order, size and ETag by the caller; the engine checks that they exist still. */
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
  /** Adds a document to those of a kind that are a queue. Its name sorts behind the others. */
  queueDocument(kind: string, value: string): Promise<string>;
  /** At most `limit` documents behind the name `after`, by name. */
  pageDocuments(
    kind: string,
    after: string,
    limit: number,
  ): readonly { name: string; value: string }[];
  countDocuments(kind: string): number;

  usage(): readonly BucketUsage[];
  /** Looks at the drives now; one that is back is taken into use again. */
  drives(): Promise<readonly DriveState[]>;
  /** What is away, refused or incomplete, as it was last seen. */
  health(): StoreHealth;
  /** Ends after the writes that were begun; later ones are refused. */
  close(): Promise<void>;
}
