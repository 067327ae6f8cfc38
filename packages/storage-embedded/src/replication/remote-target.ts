/** A bucket on another server that receives objects. */
export interface RemoteTarget {
  readonly arn: string;
  /** Purpose of the target; 'replication'. */
  readonly type: string;
  readonly sourceBucket: string;
  /** Host and port. */
  readonly endpoint: string;
  /** Whether to use TLS. */
  readonly secure: boolean;
  readonly accessKey: string;
  readonly secretKey: string;
  /** '' unless the credentials are temporary. */
  readonly sessionToken: string;
  readonly targetBucket: string;
  /** '' for the region that most servers accept. */
  readonly region: string;
  /**
   * The client's choice of bucket addressing: on, off or auto. Only stored; requests always use
   * path style.
   */
  readonly path: string;
  readonly api: string;
  /** Bytes per second; 0 for no limit. */
  readonly bandwidthLimit: number;
  /** Whether writes wait for replication. */
  readonly sync: boolean;
  /** Storage class of replicas; '' to keep the source's. */
  readonly storageClass: string;
  /** Nanoseconds between health checks; 0 for the default. */
  readonly healthCheckDuration: number;
  readonly disableProxy: boolean;
  /** RFC 3339; '' if there was no resync. */
  readonly resetBeforeDate: string;
  readonly resetId: string;
  /** The server does not support MinIO's extensions: it assigns its own version ids. */
  readonly plain: boolean;
}

/** The health of a target; times in milliseconds unless stated otherwise. */
export interface TargetHealth {
  /** Whether it answered. */
  readonly online: boolean;
  /** Since the epoch; 0 for never. */
  readonly lastOnline: number;
  readonly lastCheckAt: number;
  readonly offlineFor: number;
  readonly offlineCount: number;
  readonly latency: { readonly current: number; readonly average: number; readonly max: number };
  readonly checks: number;
  /** The current error; undefined if there is none. */
  readonly error: TargetError | undefined;
}

export interface TargetError {
  readonly code: string;
  readonly message: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const NEVER = '0001-01-01T00:00:00Z';
const NANOSECONDS = 1_000_000;

/**
 * MinIO's BucketTarget, without secrets; `lastError` is an addition that MinIO's clients ignore.
 */
export function targetJson(target: RemoteTarget, health: TargetHealth | undefined): object {
  const { accessKey, secretKey: _, sessionToken: __, plain: ___, ...rest } = target;
  const { sync, resetBeforeDate, resetId, targetBucket, sourceBucket, ...shared } = rest;
  const latency = health?.latency ?? { current: 0, average: 0, max: 0 };
  return {
    sourcebucket: sourceBucket,
    endpoint: shared.endpoint,
    credentials: { accessKey, expiration: NEVER },
    targetbucket: targetBucket,
    secure: shared.secure,
    path: shared.path,
    api: shared.api,
    arn: shared.arn,
    type: shared.type,
    region: shared.region,
    bandwidthlimit: shared.bandwidthLimit,
    replicationSync: sync,
    storageclass: shared.storageClass,
    healthCheckDuration: shared.healthCheckDuration,
    disableProxy: shared.disableProxy,
    resetBeforeDate: resetBeforeDate === '' ? NEVER : resetBeforeDate,
    resetID: resetId,
    totalDowntime: Math.round((health?.offlineFor ?? 0) * NANOSECONDS),
    lastOnline: health?.lastOnline ? new Date(health.lastOnline).toISOString() : NEVER,
    isOnline: health?.online ?? false,
    latency: {
      curr: Math.round(latency.current * NANOSECONDS),
      avg: Math.round(latency.average * NANOSECONDS),
      max: Math.round(latency.max * NANOSECONDS),
    },
    edge: false,
    edgeSyncBeforeExpiry: false,
    offlineCount: health?.offlineCount ?? 0,
    ...(health?.error === undefined
      ? {}
      : { lastError: { ...health.error, at: new Date(health.error.at).toISOString() } }),
  };
}
