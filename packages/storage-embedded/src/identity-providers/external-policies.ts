import type { ExternalIdentity, ExternalPolicies } from '../auth/external-identity.ts';

/** Combines the providers: each question goes to the provider of the identity. */
export function externalPolicies(
  providers: Readonly<Record<ExternalIdentity['provider'], ExternalPolicies>>,
): ExternalPolicies {
  return {
    policiesOf: (account, identity) => providers[identity.provider].policiesOf(account, identity),
    groupsOf: (account, identity) => providers[identity.provider].groupsOf?.(account, identity),
  };
}
