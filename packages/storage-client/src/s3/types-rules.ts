import type { BucketCall } from './types.ts';

export interface RuleTag {
  readonly key: string;
  readonly value: string;
}

/**
 * A part of a stored document. What the server holds of it beyond the fields is kept when the
 * part is written again.
 */
export interface StoredPart {
  /** XML text in one form, as the server holds it; '' for a part that is new. */
  readonly stored: string;
}

/** A rule that removes or moves objects when they get old. */
export interface LifecycleRule extends StoredPart {
  readonly id: string;
  readonly enabled: boolean;
  readonly prefix: string;
  readonly tags: readonly RuleTag[];
  /** Bytes; not written. */
  readonly sizeGreaterThan?: number | undefined;
  readonly sizeLessThan?: number | undefined;
  /** Not written. */
  readonly abortIncompleteDays?: number | undefined;
  readonly expiration: {
    readonly days?: number | undefined;
    /** ISO 8601; servers take midnight UTC only. */
    readonly date?: string | undefined;
    /** Removes delete markers that have no versions below them. */
    readonly deleteMarker?: boolean | undefined;
  };
  readonly transition: {
    readonly days?: number | undefined;
    readonly date?: string | undefined;
    readonly storageClass?: string | undefined;
  };
  readonly noncurrentExpiration: {
    readonly days?: number | undefined;
    /** How many noncurrent versions stay in any case. */
    readonly newerVersions?: number | undefined;
  };
  readonly noncurrentTransition: {
    readonly days?: number | undefined;
    readonly storageClass?: string | undefined;
  };
}

/** A rule about what pages of other origins may do with a bucket. */
export interface CorsRule extends StoredPart {
  /** '' for a rule without one. */
  readonly id: string;
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  /** Headers that pages may send. */
  readonly headers: readonly string[];
  /** Headers of answers that pages may read. */
  readonly exposed: readonly string[];
  /** Seconds for which browsers may remember the answer. */
  readonly maxAge?: number | undefined;
}

/** A subscription: which events of the bucket are sent to which target. */
export interface NotificationRule extends StoredPart {
  readonly id: string;
  /** Of the target. */
  readonly arn: string;
  /** S3's names, such as s3:ObjectCreated:*. */
  readonly events: readonly string[];
  readonly prefix: string;
  readonly suffix: string;
}

/** A rule that copies new versions to another bucket. */
export interface ReplicationRule extends StoredPart {
  readonly id: string;
  readonly enabled: boolean;
  readonly priority: number;
  readonly prefix: string;
  readonly tags: readonly RuleTag[];
  /** ARN: of the remote target on MinIO, else of the bucket. */
  readonly destination: string;
  readonly storageClass?: string | undefined;
  readonly deleteMarkers: boolean;
  /** MinIO's extension: whether deleted versions are deleted there too. */
  readonly deletes: boolean;
  /** Whether changes of metadata on replicas come back. */
  readonly metadata: boolean;
  readonly existingObjects: boolean;
}

export interface ReplicationConfiguration {
  /** The role, or the ARN of the one target in configurations of old; mostly ''. */
  readonly role: string;
  readonly rules: readonly ReplicationRule[];
}

/** How many objects, and how many bytes they have. */
export interface ObjectAmount {
  readonly objects: number;
  readonly size: number;
}

/** How replication of a bucket goes; counts since the server started. */
export interface ReplicationMetrics {
  /** What waits, for all targets together. */
  readonly pending: ObjectAmount;
  /** By the ARN of the target. */
  readonly targets: Readonly<
    Record<
      string,
      {
        readonly replicated: ObjectAmount;
        readonly failed: ObjectAmount;
        /** Of them, those of the last hour; undefined where the server does not tell. */
        readonly failedLately?: ObjectAmount | undefined;
      }
    >
  >;
}

export interface RuleOperations {
  /** No rules where none are configured. */
  getBucketLifecycle(call: BucketCall): Promise<readonly LifecycleRule[]>;
  /** Replaces all rules; an empty list removes the configuration. */
  putBucketLifecycle(
    call: BucketCall & { readonly rules: readonly LifecycleRule[] },
  ): Promise<void>;
  /** In the order that counts. Fails with NoSuchCORSConfiguration when there are none. */
  getBucketCors(call: BucketCall): Promise<readonly CorsRule[]>;
  /** Replaces all rules; an empty list removes the configuration. */
  putBucketCors(call: BucketCall & { readonly rules: readonly CorsRule[] }): Promise<void>;
  getBucketNotification(call: BucketCall): Promise<readonly NotificationRule[]>;
  /** Replaces all subscriptions. */
  putBucketNotification(
    call: BucketCall & { readonly rules: readonly NotificationRule[] },
  ): Promise<void>;
  /** No rules where none are configured. */
  getBucketReplication(call: BucketCall): Promise<ReplicationConfiguration>;
  /** Replaces all rules; without rules the configuration is removed. */
  putBucketReplication(
    call: BucketCall & { readonly configuration: ReplicationConfiguration },
  ): Promise<void>;
  /** MinIO's extension. */
  getReplicationMetrics(call: BucketCall): Promise<ReplicationMetrics>;
}
