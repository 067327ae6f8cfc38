import type { Abortable } from '../s3/types.ts';

/** The users and groups to which a policy is attached directly. */
export interface PolicyMapping {
  readonly policy: string;
  readonly users: readonly string[];
  readonly groups: readonly string[];
}

/** The policies of a user, and those added by groups. */
export interface UserPolicies {
  readonly policies: readonly string[];
  /** Only groups that have policies. */
  readonly groups: readonly { readonly group: string; readonly policies: readonly string[] }[];
}

export interface GroupInfo {
  readonly status: 'enabled' | 'disabled';
  /** Access keys. */
  readonly members: readonly string[];
  /** Empty in MinIO for a disabled group; see `listPoliciesOfGroup`. */
  readonly policies: readonly string[];
}

export interface GroupOperations {
  /** Lists all policies in use, or one of them. */
  listPolicyMappings(
    call?: Abortable & { readonly policy?: string | undefined },
  ): Promise<readonly PolicyMapping[]>;
  /** Returns nothing for an unknown user. */
  listPoliciesOfUser(call: Abortable & { readonly accessKey: string }): Promise<UserPolicies>;
  /** Returns the policies even of a disabled group; none for an unknown group. */
  listPoliciesOfGroup(call: Abortable & { readonly group: string }): Promise<readonly string[]>;
  listGroups(call?: Abortable): Promise<readonly string[]>;
  /** Fails with XMinioAdminNoSuchGroup. */
  getGroup(call: Abortable & { readonly group: string }): Promise<GroupInfo>;
  /** Creates the group if necessary. Fails with XMinioAdminNoSuchUser. */
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
