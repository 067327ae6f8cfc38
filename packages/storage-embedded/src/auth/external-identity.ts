import type { PolicyDocument } from '@stowage/domain/policy';

/** An identity from an external provider, as stored with its sessions and keys. */
export interface ExternalIdentity {
  readonly provider: 'openid' | 'ldap';
  /**
   * Claims for policies: values by condition key without its service prefix, such as sub for
   * jwt:sub.
   */
  readonly claims: Readonly<Record<string, readonly string[]>>;
  /** The role whose policies apply, for providers that have one. */
  readonly roleArn?: string;
  /**
   * Configuration URL of the OpenID provider that issued the identity: the same name may refer to
   * another provider now.
   */
  readonly configUrl?: string;
  /** Identifier and display name, for lists of keys. */
  readonly id?: string;
  readonly name?: string;
  /** Groups named by the provider. */
  readonly groups?: readonly string[];
}

/** The owner of a session or key. */
export interface Parentage {
  /** The access key of a user or root, or the name of an external identity. */
  readonly parent: string;
  /** The identity at that time; absent for root and for the store's own users. */
  readonly external?: ExternalIdentity;
}

/** Looks up the policies of external identities. */
export interface ExternalPolicies {
  /**
   * Returns the current policies, possibly none.
   *
   * @param account the parent of their sessions and keys
   * @returns undefined if the provider is no longer configured
   */
  policiesOf(account: string, identity: ExternalIdentity): readonly PolicyDocument[] | undefined;
  /** The current groups; undefined if those in the identity apply. */
  groupsOf?(account: string, identity: ExternalIdentity): readonly string[] | undefined;
}
