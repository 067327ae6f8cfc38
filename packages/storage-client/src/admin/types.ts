import type { Abortable } from '../s3/types.ts';

export type { Abortable };

/** The scanner's latest counts of a bucket, and the caller's rights. */
export interface AccountBucket {
  readonly name: string;
  /** Total size of the latest versions in bytes. */
  readonly size: number;
  readonly objects: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly read: boolean;
  readonly write: boolean;
  readonly details?: {
    readonly versioning: boolean;
    readonly versioningSuspended: boolean;
    readonly locking: boolean;
    readonly replication: boolean;
    /** Omitted by MinIO's own server; getBucketTagging is reliable. */
    readonly tags: Readonly<Record<string, string>>;
    /** Bytes; undefined if there is none. */
    readonly quota?: number | undefined;
  };
}

export interface BackendInfo {
  /** 'Erasure', 'FS', 'Gateway' or 'Unknown'. */
  readonly type: string;
}

/** The caller's identity. */
export interface AccountInfo {
  /** Access key, or the parent user of temporary credentials. */
  readonly accountName: string;
  readonly backend: BackendInfo;
  /** The effective policy document, as sent by the server (JSON). */
  readonly policy: unknown;
  readonly buckets: readonly AccountBucket[];
}

export interface DriveInfo {
  readonly endpoint: string;
  readonly path: string;
  /** 'ok', 'offline', 'unformatted', … */
  readonly state: string;
  readonly uuid: string;
  readonly model: string;
  readonly rootDisk: boolean;
  readonly healing: boolean;
  /** Bytes. */
  readonly totalSpace: number;
  readonly usedSpace: number;
  readonly availableSpace: number;
  readonly poolIndex: number;
  readonly setIndex: number;
  readonly diskIndex: number;
}

export interface ServerProperties {
  /** 'online', 'offline' or 'initializing'. */
  readonly state: string;
  readonly endpoint: string;
  readonly version: string;
  readonly commitId: string;
  /** Seconds. */
  readonly uptime: number;
  readonly poolNumber: number;
  /** State of each peer by address. */
  readonly network: Readonly<Record<string, string>>;
  readonly drives: readonly DriveInfo[];
}

export interface ServerInfo {
  readonly mode: string;
  readonly region: string;
  readonly deploymentId: string;
  readonly domains: readonly string[];
  readonly sqsArns: readonly string[];
  /** As of the last scan. */
  readonly buckets: number;
  readonly objects: number;
  readonly versions: number;
  readonly deleteMarkers: number;
  /** Bytes. */
  readonly usage: number;
  readonly backend: {
    readonly type: string;
    readonly onlineDrives: number;
    readonly offlineDrives: number;
    readonly standardParity: number;
    readonly reducedParity: number;
    readonly totalSets: readonly number[];
    readonly drivesPerSet: readonly number[];
  };
  readonly servers: readonly ServerProperties[];
  /** The event targets whose state the server reports. */
  readonly notificationTargets: readonly NotificationTarget[];
}

export interface NotificationTarget {
  /** Such as webhook. */
  readonly service: string;
  readonly id: string;
  readonly online: boolean;
}

export interface BucketUsage {
  readonly size: number;
  readonly objects: number;
  readonly versions: number;
  readonly deleteMarkers: number;
  /**
   * Number of objects by the server's names of size classes, and of classes of versions per object.
   */
  readonly sizes: Readonly<Record<string, number>>;
  readonly versionClasses: Readonly<Record<string, number>>;
}

export interface DataUsageInfo {
  /** When the scanner finished, ISO 8601; undefined before the end of its first cycle. */
  readonly lastUpdate?: string | undefined;
  readonly objects: number;
  readonly versions: number;
  readonly deleteMarkers: number;
  readonly size: number;
  readonly buckets: number;
  readonly perBucket: Readonly<Record<string, BucketUsage>>;
}

export interface BucketQuota {
  /** Bytes; 0 means none. */
  readonly size: number;
  readonly type: 'hard' | 'fifo';
}

export interface UserInfo {
  readonly accessKey: string;
  readonly status: 'enabled' | 'disabled';
  readonly policies: readonly string[];
  readonly memberOf: readonly string[];
  readonly updatedAt?: string | undefined;
  /** ISO 8601; undefined if the server does not report it. */
  readonly createdAt?: string | undefined;
  /**
   * ISO 8601, to the hour; undefined if the server does not report it, or if the key was never
   * used.
   */
  readonly lastUsed?: string | undefined;
}

export interface AccountOperations {
  accountInfo(call?: Abortable): Promise<AccountInfo>;
}

export interface ServerOperations {
  serverInfo(call?: Abortable): Promise<ServerInfo>;
  dataUsageInfo(call?: Abortable): Promise<DataUsageInfo>;
  /** Requests a restart of the server, which answers first. */
  serviceRestart(call?: Abortable): Promise<void>;
}

export interface QuotaOperations {
  getBucketQuota(call: Abortable & { readonly bucket: string }): Promise<BucketQuota>;
  /** A size of 0 removes the quota. */
  setBucketQuota(
    call: Abortable & { readonly bucket: string; readonly quota: BucketQuota },
  ): Promise<void>;
}

export interface UserOperations {
  addUser(
    call: Abortable & {
      readonly accessKey: string;
      readonly secretKey: string;
      readonly status?: 'enabled' | 'disabled' | undefined;
    },
  ): Promise<void>;
  removeUser(call: Abortable & { readonly accessKey: string }): Promise<void>;
  setUserStatus(
    call: Abortable & { readonly accessKey: string; readonly status: 'enabled' | 'disabled' },
  ): Promise<void>;
  listUsers(call?: Abortable): Promise<readonly UserInfo[]>;
  /** Fails with XMinioAdminNoSuchUser. */
  getUser(call: Abortable & { readonly accessKey: string }): Promise<UserInfo>;
}

/** A policy, and the user or group to attach it to or detach it from. */
export interface PolicyAssociation extends Abortable {
  readonly policy: string;
  readonly kind: 'user' | 'group';
  readonly name: string;
}

/** A policy document with its times, ISO 8601; undefined if the server does not report them. */
export interface PolicyInfo {
  readonly policy: unknown;
  readonly createdAt?: string | undefined;
  readonly updatedAt?: string | undefined;
}

export interface PolicyOperations {
  /** Assigns exactly these policies to a user. */
  setPolicyForUser(
    call: Abortable & { readonly accessKey: string; readonly policies: readonly string[] },
  ): Promise<void>;
  /** Assigns exactly these policies to a group. */
  setPolicyForGroup(
    call: Abortable & { readonly group: string; readonly policies: readonly string[] },
  ): Promise<void>;
  /** `policy` is the document's JSON text. */
  addCannedPolicy(
    call: Abortable & { readonly name: string; readonly policy: string },
  ): Promise<void>;
  /**
   * Returns a policy document, as sent by the server (JSON). Fails with XMinioAdminNoSuchPolicy.
   */
  getCannedPolicy(call: Abortable & { readonly name: string }): Promise<unknown>;
  /** Like `getCannedPolicy`, with the times when the policy was created and changed. */
  getCannedPolicyInfo(call: Abortable & { readonly name: string }): Promise<PolicyInfo>;
  /** Fails with XMinioIAMPolicyInUse while a user or group has it. */
  removeCannedPolicy(call: Abortable & { readonly name: string }): Promise<void>;
  /** Attaches a policy to a user or group. */
  attachPolicy(call: PolicyAssociation): Promise<void>;
  /** Detaches a policy from a user or group. */
  detachPolicy(call: PolicyAssociation): Promise<void>;
  /** Returns policy documents by name, as sent by the server (JSON). */
  listCannedPolicies(call?: Abortable): Promise<Readonly<Record<string, unknown>>>;
}

/** The server's key service. Calls fail with NotImplemented if there is none. */
export interface KmsOperations {
  /** `defaultKey` is '' if the service names none. */
  kmsStatus(call?: Abortable): Promise<{ readonly defaultKey: string }>;
  /** Lists the names of the keys visible to the caller. */
  listKmsKeys(call?: Abortable): Promise<readonly string[]>;
}
