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
  /** Groups that the provider names. */
  readonly groups?: readonly string[];
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
}
