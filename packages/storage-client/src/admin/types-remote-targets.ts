import type { Abortable } from '../s3/types.ts';

/** Source and destination of a remote target. */
export interface RemoteTargetPlace {
  readonly arn: string;
  readonly sourceBucket: string;
  readonly targetBucket: string;
  /** Host and port. */
  readonly endpoint: string;
  readonly secure: boolean;
  readonly accessKey: string;
}

/** The bucket on another server to which a bucket is replicated. */
export interface RemoteTarget extends RemoteTargetPlace {
  readonly region: string;
  readonly sync: boolean;
  /** Bytes per second; 0 for no limit. */
  readonly bandwidth: number;
  /** Seconds. */
  readonly healthCheckSeconds: number;
  /** Undefined before the server's first check. */
  readonly online?: boolean | undefined;
  /** ISO 8601, UTC. */
  readonly lastOnline?: string | undefined;
}

export interface NewRemoteTarget {
  readonly targetBucket: string;
  /** Host and port. */
  readonly endpoint: string;
  readonly secure: boolean;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region?: string | undefined;
  readonly sync: boolean;
  /** Bytes per second; 0 for no limit. */
  readonly bandwidth: number;
  /** Seconds; the server's default if omitted. */
  readonly healthCheckSeconds?: number | undefined;
}

/** The changes of a target; omitted properties stay as they are. */
export interface RemoteTargetChange {
  readonly credentials?: { readonly accessKey: string; readonly secretKey: string } | undefined;
  readonly sync?: boolean | undefined;
  readonly bandwidth?: number | undefined;
  readonly healthCheckSeconds?: number | undefined;
}

export interface RemoteTargetOperations {
  /** Lists the replication targets of a bucket, without secrets. */
  listRemoteTargets(
    call: Abortable & { readonly bucket: string },
  ): Promise<readonly RemoteTarget[]>;
  /**
   * Creates a target and returns its ARN. The server tests the credentials first. If a target for
   * the same remote bucket exists, returns its ARN and changes nothing.
   */
  addRemoteTarget(
    call: Abortable & { readonly bucket: string; readonly target: NewRemoteTarget },
  ): Promise<string>;
  /** Changes an existing target. */
  updateRemoteTarget(
    call: Abortable & { readonly target: RemoteTargetPlace; readonly change: RemoteTargetChange },
  ): Promise<void>;
  /** Fails with XMinioAdminRemoteRemoveDisallowed while a rule uses it. */
  removeRemoteTarget(
    call: Abortable & { readonly bucket: string; readonly arn: string },
  ): Promise<void>;
}
