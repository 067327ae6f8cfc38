import type { Abortable } from '../s3/types.ts';
import type { PolicyMapping } from './types-groups.ts';

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
