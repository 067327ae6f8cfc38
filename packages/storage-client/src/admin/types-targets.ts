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

/** The kinds of servers that a tier can be on. */
export type TierType = 's3' | 'gcs' | 'azure' | 'minio';

/** A place that lifecycle rules move objects to. */
export interface Tier {
  readonly type: TierType | 'unsupported';
  readonly name: string;
  readonly bucket: string;
  readonly endpoint: string;
  readonly prefix: string;
  readonly region: string;
  /** Of s3 and minio. */
  readonly accessKey: string;
  /** Of azure. */
  readonly accountName: string;
  readonly storageClass: string;
}

interface TierPlace {
  readonly name: string;
  readonly endpoint: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly region: string;
}

/** A tier to be made, with its credentials. */
export type NewTier = TierPlace &
  (
    | {
        readonly type: 's3' | 'minio';
        readonly accessKey: string;
        readonly secretKey: string;
        /** Left out for the one that the server there chooses. */
        readonly storageClass?: string | undefined;
      }
    /** The credentials file, JSON. */
    | { readonly type: 'gcs'; readonly credentials: string }
    | { readonly type: 'azure'; readonly accountName: string; readonly accountKey: string }
  );

/** A pair of keys, or the credentials file of gcs, JSON. */
export type TierCredentials =
  | { readonly accessKey: string; readonly secretKey: string }
  | { readonly credentials: string };

/** What a tier holds. */
export interface TierUsage {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly objects: number;
  readonly versions: number;
}

export interface TierOperations {
  listTiers(call?: Abortable): Promise<readonly Tier[]>;
  /**
   * Makes a tier. The server writes, reads and deletes an object there first, and fails with what is
   * wrong: XMinioAdminTierBucketNotFound, XMinioAdminTierInvalidCredentials,
   * XMinioAdminTierInsufficientPermissions, XMinioBackendDown, XMinioAdminTierBackendInUse where
   * something is stored already.
   */
  addTier(call: Abortable & { readonly tier: NewTier }): Promise<void>;
  /** Replaces the credentials of a tier, which are tried first as with `addTier`. */
  editTier(
    call: Abortable & { readonly name: string; readonly credentials: TierCredentials },
  ): Promise<void>;
  /** Tries a tier as with `addTier`. */
  verifyTier(call: Abortable & { readonly name: string }): Promise<void>;
  /** Fails with XMinioAdminTierBackendNotEmpty while it holds something. */
  removeTier(call: Abortable & { readonly name: string }): Promise<void>;
  /** Tiers with something in them, as far as the server has counted it. */
  listTierUsage(call?: Abortable): Promise<readonly TierUsage[]>;
}

/** Which users and groups have a policy of their own. */
export interface PolicyMapping {
  readonly policy: string;
  readonly users: readonly string[];
  readonly groups: readonly string[];
}

/** The policies of a user, and what its groups add. */
export interface UserPolicies {
  readonly policies: readonly string[];
  /** Only groups that have policies. */
  readonly groups: readonly { readonly group: string; readonly policies: readonly string[] }[];
}

export interface GroupInfo {
  readonly status: 'enabled' | 'disabled';
  /** Access keys. */
  readonly members: readonly string[];
  /** MinIO tells none of a disabled group; `listPoliciesOfGroup` does. */
  readonly policies: readonly string[];
}

export interface GroupOperations {
  /** Only policies that somebody has; all of them, or one. */
  listPolicyMappings(
    call?: Abortable & { readonly policy?: string | undefined },
  ): Promise<readonly PolicyMapping[]>;
  /** Of a user that is not there: nothing. */
  listPoliciesOfUser(call: Abortable & { readonly accessKey: string }): Promise<UserPolicies>;
  /** Those of a disabled group too; of a group that is not there: none. */
  listPoliciesOfGroup(call: Abortable & { readonly group: string }): Promise<readonly string[]>;
  listGroups(call?: Abortable): Promise<readonly string[]>;
  /** Fails with XMinioAdminNoSuchGroup. */
  getGroup(call: Abortable & { readonly group: string }): Promise<GroupInfo>;
  /** Makes the group where there is none. Fails with XMinioAdminNoSuchUser. */
  addToGroup(
    call: Abortable & { readonly group: string; readonly members: readonly string[] },
  ): Promise<void>;
  /** Does nothing without members. Fails with XMinioAdminNoSuchUser, XMinioAdminNoSuchGroup. */
  removeFromGroup(
    call: Abortable & { readonly group: string; readonly members: readonly string[] },
  ): Promise<void>;
  /** Fails with XMinioAdminGroupNotEmpty, XMinioAdminNoSuchGroup. */
  removeGroup(call: Abortable & { readonly group: string }): Promise<void>;
  setGroupStatus(
    call: Abortable & { readonly group: string; readonly status: 'enabled' | 'disabled' },
  ): Promise<void>;
}

/** Policies for a user or a group of the directory that the server asks. */
export interface LdapPolicyChange extends Abortable {
  readonly kind: 'user' | 'group';
  /** A DN as RFC 4514 writes it; of a user the login name will do. */
  readonly name: string;
  readonly policies: readonly string[];
}

/**
 * A server without LDAP refuses: MinIO the list with XMinioIAMActionNotAllowed and changes with
 * XMinioLDAPNotEnabled, the embedded store everything with the latter.
 */
export interface LdapOperations {
  /**
   * Only policies that somebody has; all of them, or one. Users and groups are DNs. MinIO takes their
   * escapes out: some cannot be sent back as they are.
   */
  listLdapPolicyMappings(
    call?: Abortable & { readonly policy?: string | undefined },
  ): Promise<readonly PolicyMapping[]>;
  /**
   * The server looks for the name in the directory first. Policies that are attached already stay.
   * Fails with XMinioAdminNoSuchUser, XMinioAdminNoSuchGroup, XMinioAdminNoSuchPolicy; MinIO says
   * InternalError of a name that is no DN, and of one that several users have.
   */
  attachLdapPolicies(call: LdapPolicyChange): Promise<void>;
  /** Fails as `attachLdapPolicies` does. Policies that are not attached are passed over. */
  detachLdapPolicies(call: LdapPolicyChange): Promise<void>;
}
