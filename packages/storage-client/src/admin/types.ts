import type { Abortable } from '../s3/types.ts';

export type { Abortable };

/** What the scanner last counted of a bucket, and what the caller may do with it. */
export interface AccountBucket {
  readonly name: string;
  /** Bytes of the latest versions. */
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
    /** MinIO's own server leaves them out; ask getBucketTagging for certainty. */
    readonly tags: Readonly<Record<string, string>>;
    /** Bytes; undefined when there is none. */
    readonly quota?: number | undefined;
  };
}

export interface BackendInfo {
  /** 'Erasure', 'FS', 'Gateway' or 'Unknown'. */
  readonly type: string;
}

/** Who the caller is. */
export interface AccountInfo {
  /** Access key, or the parent user of temporary credentials. */
  readonly accountName: string;
  readonly backend: BackendInfo;
  /** The effective policy document, as the server sent it (JSON). */
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
  /** State of each peer by its address. */
  readonly network: Readonly<Record<string, string>>;
  readonly drives: readonly DriveInfo[];
}

export interface ServerInfo {
  readonly mode: string;
  readonly region: string;
  readonly deploymentId: string;
  readonly domains: readonly string[];
  readonly sqsArns: readonly string[];
  /** Counts as last scanned. */
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
  /** The targets of events that the server tells the state of. */
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
  /** Objects by the server's names of classes of size, and of how many versions they have. */
  readonly sizes: Readonly<Record<string, number>>;
  readonly versionClasses: Readonly<Record<string, number>>;
}

export interface DataUsageInfo {
  /** When the scanner finished, ISO 8601; undefined before its first round. */
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
  /** ISO 8601; undefined where the server does not tell. */
  readonly createdAt?: string | undefined;
  /** ISO 8601, to the hour; undefined where the server does not tell, or where the key was never used. */
  readonly lastUsed?: string | undefined;
}

export interface AccountOperations {
  accountInfo(call?: Abortable): Promise<AccountInfo>;
}

export interface ServerOperations {
  serverInfo(call?: Abortable): Promise<ServerInfo>;
  dataUsageInfo(call?: Abortable): Promise<DataUsageInfo>;
  /** Asks the server to restart; it answers first. */
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

/** A policy, and the user or group that gets it or loses it. */
export interface PolicyAssociation extends Abortable {
  readonly policy: string;
  readonly kind: 'user' | 'group';
  readonly name: string;
}

/** A policy document with its times, ISO 8601; undefined where the server tells none. */
export interface PolicyInfo {
  readonly policy: unknown;
  readonly createdAt?: string | undefined;
  readonly updatedAt?: string | undefined;
}

export interface PolicyOperations {
  /** Gives a user exactly these policies. */
  setPolicyForUser(
    call: Abortable & { readonly accessKey: string; readonly policies: readonly string[] },
  ): Promise<void>;
  /** Gives a group exactly these policies. */
  setPolicyForGroup(
    call: Abortable & { readonly group: string; readonly policies: readonly string[] },
  ): Promise<void>;
  /** `policy` is the document's JSON text. */
  addCannedPolicy(
    call: Abortable & { readonly name: string; readonly policy: string },
  ): Promise<void>;
  /** One policy document, as the server sent it (JSON). Fails with XMinioAdminNoSuchPolicy. */
  getCannedPolicy(call: Abortable & { readonly name: string }): Promise<unknown>;
  /** As `getCannedPolicy`, with when the policy was made and changed. */
  getCannedPolicyInfo(call: Abortable & { readonly name: string }): Promise<PolicyInfo>;
  /** Fails with XMinioIAMPolicyInUse while a user or a group has it. */
  removeCannedPolicy(call: Abortable & { readonly name: string }): Promise<void>;
  /** Adds one policy to those of a user or a group. */
  attachPolicy(call: PolicyAssociation): Promise<void>;
  /** Takes one policy from those of a user or a group. */
  detachPolicy(call: PolicyAssociation): Promise<void>;
  /** Policy documents by name, as the server sent them (JSON). */
  listCannedPolicies(call?: Abortable): Promise<Readonly<Record<string, unknown>>>;
}

/** The key service behind the server. Fails with NotImplemented where there is none. */
export interface KmsOperations {
  /** `defaultKey` is '' where the service names none. */
  kmsStatus(call?: Abortable): Promise<{ readonly defaultKey: string }>;
  /** The names of the keys that the caller may see. */
  listKmsKeys(call?: Abortable): Promise<readonly string[]>;
}
