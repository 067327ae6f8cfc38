/** Replication state of a version for one target. */
export interface TargetState {
  readonly status: 'PENDING' | 'COMPLETED' | 'FAILED';
  /** The version's id there, if it differs from the one here. */
  readonly version?: string;
}

/** Replication state stored with a version. */
export interface ObjectReplication {
  /** Whether it was replicated from another server. */
  readonly replica?: true;
  /** Unique number of the change that the targets' states refer to. */
  readonly change?: number;
  /** When tags or locks last changed, in milliseconds since the epoch. */
  readonly updatedAt?: number;
  /** Keyed by the target's ARN. */
  readonly targets?: Readonly<Record<string, TargetState>>;
  /** For uploads: the id the resulting version is to have. */
  readonly version?: string;
}

/** Attributes that a version brings along from the server that created it. */
export interface ReplicaOrigin {
  readonly versionId?: string;
  /** Milliseconds since the epoch; determines the position among the versions of the key. */
  readonly modifiedAt?: number;
  readonly etag?: string;
}
