/** How far the replication of a version to one target is. */
export interface TargetState {
  readonly status: 'PENDING' | 'COMPLETED' | 'FAILED';
  /** The version's id there, where it is another than here. */
  readonly version?: string;
}

/** What is kept with a version about its replication. */
export interface ObjectReplication {
  /** It came from another server. */
  readonly replica?: true;
  /** Number of the change that the targets' states are about; each change has another. */
  readonly change?: number;
  /** When tags or locks were changed last, in milliseconds since the epoch. */
  readonly updatedAt?: number;
  /** By the ARN of the target. */
  readonly targets?: Readonly<Record<string, TargetState>>;
  /** Of an upload: the id that the version is to have. */
  readonly version?: string;
}

/** What a version that was made on another server brings along. */
export interface ReplicaOrigin {
  readonly versionId?: string;
  /** Milliseconds since the epoch; it decides about the place among the versions of the key. */
  readonly modifiedAt?: number;
  readonly etag?: string;
}
