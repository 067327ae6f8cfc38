import type { PolicyDocument } from '@stowage/domain/policy';

/** Somebody for whom an identity provider speaks, as sessions and keys of theirs know them. */
export interface ExternalIdentity {
  readonly provider: 'openid' | 'ldap';
  /**
   * What policies may know of them: values by condition key without its service prefix, such as
   * sub for jwt:sub.
   */
  readonly claims: Readonly<Record<string, readonly string[]>>;
  /** The role whose policies count, of a provider that has one. */
  readonly roleArn?: string;
  /** Where the OpenID provider was found that spoke for them: another one may have its place now. */
  readonly configUrl?: string;
  /** How programs and people call them, in lists of keys. */
  readonly id?: string;
  readonly name?: string;
  /** Groups that the provider names. */
  readonly groups?: readonly string[];
}

/** Whose a session or a key is. */
export interface Parentage {
  /** The access key of a user or of root, or the name that stands for who an identity provider knows. */
  readonly parent: string;
  /** What was known of them then; absent of root and of the store's own users. */
  readonly external?: ExternalIdentity;
}

/** Knows which policies count for those whom identity providers know. */
export interface ExternalPolicies {
  /**
   * The policies that count now, which may be none.
   *
   * @param account the parent of their sessions and keys
   * @returns undefined when the provider is not configured any more
   */
  policiesOf(account: string, identity: ExternalIdentity): readonly PolicyDocument[] | undefined;
  /** The groups that somebody is in now; those that the identity names where it says none. */
  groupsOf?(account: string, identity: ExternalIdentity): readonly string[] | undefined;
}
