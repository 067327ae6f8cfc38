import type { Abortable } from '../s3/types.ts';
import type { PolicyMapping } from './types-groups.ts';

/** Policies for a user or group in the server's LDAP directory. */
export interface LdapPolicyChange extends Abortable {
  readonly kind: 'user' | 'group';
  /** A DN as defined by RFC 4514; for a user, also the login name. */
  readonly name: string;
  readonly policies: readonly string[];
}

/**
 * A server without LDAP refuses all calls: MinIO the list with XMinioIAMActionNotAllowed and
 * changes with XMinioLDAPNotEnabled, the embedded store everything with the latter.
 */
export interface LdapOperations {
  /**
   * Lists all policies in use, or one of them. Users and groups are DNs. MinIO unescapes them: some
   * cannot be sent back unchanged.
   */
  listLdapPolicyMappings(
    call?: Abortable & { readonly policy?: string | undefined },
  ): Promise<readonly PolicyMapping[]>;
  /**
   * Attaches policies; the server looks up the name in the directory first. Policies that are
   * already attached stay. Fails with XMinioAdminNoSuchUser, XMinioAdminNoSuchGroup,
   * XMinioAdminNoSuchPolicy; MinIO returns InternalError for a name that is not a DN, and for one
   * that several users share.
   */
  attachLdapPolicies(call: LdapPolicyChange): Promise<void>;
  /** Fails in the same way as `attachLdapPolicies`. Policies that are not attached are ignored. */
  detachLdapPolicies(call: LdapPolicyChange): Promise<void>;
}
