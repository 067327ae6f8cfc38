import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { Identities } from '../auth/identities.ts';
import type { Reply } from '../http/reply.ts';
import type { EntityKind } from '../identity-providers/ldap/directory-users.ts';
import { isTextList, readSealedJson, sealedOutcome } from './payloads.ts';

/** A call that attaches policies to a user or group, or detaches them. */
export interface Association {
  readonly kind: EntityKind;
  readonly name: string;
  readonly policies: readonly string[];
}

/**
 * Reads the call.
 *
 * @throws S3Error XMinioAdminInvalidArgument unless it names one user or group, and policies
 */
export async function readAssociation(request: ApiRequest): Promise<Association> {
  const { policies, user = '', group = '' } = await readSealedJson(request);
  const name = user === '' ? group : user;
  const isOne = typeof name === 'string' && name !== '' && (user === '' || group === '');
  if (!isOne || !isTextList(policies) || policies.length === 0 || policies.includes('')) {
    throw new S3Error('XMinioAdminInvalidArgument');
  }
  return { kind: user === '' ? 'group' : 'user', name, policies };
}

/**
 * Returns the policies after attaching or detaching.
 *
 * @returns `changed` the policies that were added or removed
 * @throws S3Error XMinioAdminNoSuchPolicy, XMinioAdminPolicyChangeAlreadyApplied
 */
export function associate(
  identities: Pick<Identities, 'requirePolicy'>,
  current: readonly string[],
  policies: readonly string[],
  attach: boolean,
): { readonly changed: readonly string[]; readonly next: readonly string[] } {
  const changed = [...new Set(policies)].filter((name) => current.includes(name) !== attach);
  if (attach) {
    for (const policy of changed) {
      identities.requirePolicy(policy);
    }
  }
  if (changed.length === 0) {
    throw new S3Error('XMinioAdminPolicyChangeAlreadyApplied');
  }
  const next = attach
    ? [...current, ...changed]
    : current.filter((name) => !changed.includes(name));
  return { changed, next };
}

/** Returns the reply that lists the attached or detached policies. */
export function associationReply(
  request: ApiRequest,
  changed: readonly string[],
  attach: boolean,
): Promise<Reply> {
  return sealedOutcome(request, {
    [attach ? 'policiesAttached' : 'policiesDetached']: changed,
    updatedAt: new Date().toISOString(),
  });
}
