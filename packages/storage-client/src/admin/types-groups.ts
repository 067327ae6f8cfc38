import type { Abortable } from '../s3/types.ts';

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
