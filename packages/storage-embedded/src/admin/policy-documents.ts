import { CANNED_POLICIES } from '@stowage/domain/canned-policies';
import { type PolicyDocument, PolicyError, parsePolicy } from '@stowage/domain/policy';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { Parentage } from '../auth/external-identity.ts';
import { externalPolicies } from '../identity-providers/external-policies.ts';
import type { Store } from '../store.ts';

const MAX_SESSION_POLICY = 4096;

/**
 * Reads a policy.
 *
 * @throws S3Error XMinioMalformedIAMPolicy, MalformedPolicy if the version is missing
 */
export function parseNamedPolicy(text: string): PolicyDocument {
  try {
    return parsePolicy(text);
  } catch (error) {
    if (!(error instanceof PolicyError)) {
      throw error;
    }
    const unversioned = error.problem === 'missing' && error.field === 'Version';
    throw new S3Error(unversioned ? 'MalformedPolicy' : 'XMinioMalformedIAMPolicy', error.message);
  }
}

/**
 * Reads the JSON policy of a service account. A missing, null or empty policy means that the
 * account has all rights of its parent.
 *
 * @throws S3Error XMinioMalformedIAMPolicy, XMinioIAMServiceAccountSessionPolicyTooLarge
 */
export function readSessionPolicy(value: unknown): PolicyDocument | undefined {
  if (isEmptyPolicy(value)) {
    return undefined;
  }
  const policy = parseNamedPolicy(JSON.stringify(value));
  if (JSON.stringify(policy).length > MAX_SESSION_POLICY) {
    throw new S3Error('XMinioIAMServiceAccountSessionPolicyTooLarge');
  }
  return policy;
}

function isEmptyPolicy(value: unknown): boolean {
  if (value === undefined || value === null) {
    return true;
  }
  return (
    typeof value === 'object' &&
    !Array.isArray(value) &&
    Object.values(value).every((field) => field === '' || field === null)
  );
}

/**
 * Merges all policies of an account into one; root's rights are shown as MinIO's `consoleAdmin`.
 */
export function effectivePolicy(store: Store, account: Parentage): PolicyDocument {
  if (account.external === undefined && account.parent === store.authenticator.root.accessKey) {
    return CANNED_POLICIES.consoleAdmin;
  }
  const policies = policiesOf(store, account);
  return { Version: '2012-10-17', Statement: policies.flatMap(({ Statement }) => Statement) };
}

function policiesOf(
  { identities, openid, ldap }: Store,
  { parent, external }: Parentage,
): readonly PolicyDocument[] {
  if (external !== undefined) {
    return externalPolicies({ openid, ldap }).policiesOf(parent, external) ?? [];
  }
  const user = identities.users.get(parent);
  return user === undefined ? [] : identities.policiesOf(user);
}
