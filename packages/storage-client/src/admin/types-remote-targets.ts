import type { Abortable } from '../s3/types.ts';

/** From where to where a remote target leads. */
export interface RemoteTargetPlace {
  readonly arn: string;
  readonly sourceBucket: string;
  readonly targetBucket: string;
  /** Host and port. */
  readonly endpoint: string;
  readonly secure: boolean;
  readonly accessKey: string;
}

/** The bucket of another server that a bucket is replicated to. */
export interface RemoteTarget extends RemoteTargetPlace {
  readonly region: string;
  readonly sync: boolean;
  /** Bytes each second; 0 for no limit. */
  readonly bandwidth: number;
  /** Seconds. */
  readonly healthCheckSeconds: number;
  /** Undefined while the server has not looked yet. */
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
  /** Bytes each second; 0 for no limit. */
  readonly bandwidth: number;
  /** Seconds; the server's own choice when not given. */
  readonly healthCheckSeconds?: number | undefined;
}

/** What changes about a target; what is left out stays. */
export interface RemoteTargetChange {
  readonly credentials?: { readonly accessKey: string; readonly secretKey: string } | undefined;
  readonly sync?: boolean | undefined;
  readonly bandwidth?: number | undefined;
  readonly healthCheckSeconds?: number | undefined;
}

export interface RemoteTargetOperations {
  /** The replication targets of a bucket, without their secrets. */
  listRemoteTargets(
    call: Abortable & { readonly bucket: string },
  ): Promise<readonly RemoteTarget[]>;
  /**
   * Makes a target and gives its ARN. The server tries the credentials first. For a target to
   * the same remote bucket that is there already, its ARN comes back and nothing changes.
   */
  addRemoteTarget(
    call: Abortable & { readonly bucket: string; readonly target: NewRemoteTarget },
  ): Promise<string>;
  /** Changes a target that is there. */
  updateRemoteTarget(
    call: Abortable & { readonly target: RemoteTargetPlace; readonly change: RemoteTargetChange },
  ): Promise<void>;
  /** Fails with XMinioAdminRemoteRemoveDisallowed while a rule uses it. */
  removeRemoteTarget(
    call: Abortable & { readonly bucket: string; readonly arn: string },
  ): Promise<void>;
}
