import type { BucketCall } from './types.ts';

export interface RuleTag {
  readonly key: string;
  readonly value: string;
}

/**
 * A part of a stored document. Whatever the server stores beyond the known fields is kept when the
 * part is written back.
 */
export interface StoredPart {
  /** Normalised XML text of the part as stored by the server; '' for a new part. */
  readonly stored: string;
}

/** A rule that removes or moves objects after some time. */
export interface LifecycleRule extends StoredPart {
  readonly id: string;
  readonly enabled: boolean;
  readonly prefix: string;
  readonly tags: readonly RuleTag[];
  /** Bytes; read-only. */
  readonly sizeGreaterThan?: number | undefined;
  readonly sizeLessThan?: number | undefined;
  /** Read-only. */
  readonly abortIncompleteDays?: number | undefined;
  readonly expiration: {
    readonly days?: number | undefined;
    /** ISO 8601; servers only accept midnight UTC. */
    readonly date?: string | undefined;
    /** Removes delete markers with no remaining versions. */
    readonly deleteMarker?: boolean | undefined;
  };
  readonly transition: {
    readonly days?: number | undefined;
    readonly date?: string | undefined;
    readonly storageClass?: string | undefined;
  };
  readonly noncurrentExpiration: {
    readonly days?: number | undefined;
    /** Number of noncurrent versions to keep in any case. */
    readonly newerVersions?: number | undefined;
  };
  readonly noncurrentTransition: {
    readonly days?: number | undefined;
    readonly storageClass?: string | undefined;
  };
}

/** A rule for requests to a bucket by pages of other origins. */
export interface CorsRule extends StoredPart {
  /** '' for a rule without an id. */
  readonly id: string;
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  /** Request headers that pages can send. */
  readonly headers: readonly string[];
  /** Response headers that pages can read. */
  readonly exposed: readonly string[];
  /** Seconds for which browsers can cache the response. */
  readonly maxAge?: number | undefined;
}

/** A subscription, which sends some of the bucket's events to a target. */
export interface NotificationRule extends StoredPart {
  readonly id: string;
  /** Of the target. */
  readonly arn: string;
  /** S3's names, such as s3:ObjectCreated:*. */
  readonly events: readonly string[];
  readonly prefix: string;
  readonly suffix: string;
}

/** A rule that replicates new versions to another bucket. */
export interface ReplicationRule extends StoredPart {
  readonly id: string;
  readonly enabled: boolean;
  readonly priority: number;
  readonly prefix: string;
  readonly tags: readonly RuleTag[];
  /** ARN of the remote target in MinIO, otherwise of the bucket. */
  readonly destination: string;
  readonly storageClass?: string | undefined;
  readonly deleteMarkers: boolean;
  /** MinIO's extension: whether deletions of versions are replicated. */
  readonly deletes: boolean;
  /** Whether metadata changes of replicas are replicated back. */
  readonly metadata: boolean;
  readonly existingObjects: boolean;
}

export interface ReplicationConfiguration {
  /** The role, or the ARN of the only target in older configurations; usually ''. */
  readonly role: string;
  readonly rules: readonly ReplicationRule[];
}

/** Number of objects and their total bytes. */
export interface ObjectAmount {
  readonly objects: number;
  readonly size: number;
}

/** Replication status of a bucket; counts since the server started. */
export interface ReplicationMetrics {
  /** Total of all targets. */
  readonly pending: ObjectAmount;
  /** By ARN of the target. */
  readonly targets: Readonly<
    Record<
      string,
      {
        readonly replicated: ObjectAmount;
        readonly failed: ObjectAmount;
        /** Failures in the last hour; undefined if the server does not report them. */
        readonly failedLately?: ObjectAmount | undefined;
      }
    >
  >;
}

export interface RuleOperations {
  /** Returns an empty list if none is configured. */
  getBucketLifecycle(call: BucketCall): Promise<readonly LifecycleRule[]>;
  /** Replaces all rules; an empty list removes the configuration. */
  putBucketLifecycle(
    call: BucketCall & { readonly rules: readonly LifecycleRule[] },
  ): Promise<void>;
  /**
   * Returns the rules in order of precedence. Fails with NoSuchCORSConfiguration if there are none.
   */
  getBucketCors(call: BucketCall): Promise<readonly CorsRule[]>;
  /** Replaces all rules; an empty list removes the configuration. */
  putBucketCors(call: BucketCall & { readonly rules: readonly CorsRule[] }): Promise<void>;
  getBucketNotification(call: BucketCall): Promise<readonly NotificationRule[]>;
  /** Replaces all subscriptions. */
  putBucketNotification(
    call: BucketCall & { readonly rules: readonly NotificationRule[] },
  ): Promise<void>;
  /** Returns no rules if none are configured. */
  getBucketReplication(call: BucketCall): Promise<ReplicationConfiguration>;
  /** Replaces all rules; without rules, removes the configuration. */
  putBucketReplication(
    call: BucketCall & { readonly configuration: ReplicationConfiguration },
  ): Promise<void>;
  /** MinIO's extension. */
  getReplicationMetrics(call: BucketCall): Promise<ReplicationMetrics>;
}
