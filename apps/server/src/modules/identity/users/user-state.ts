import type { ListedUser, User } from '@stowage/contract/identity/users';
import type { AdminClient, UserInfo } from '@stowage/storage-client/admin';
import { revisionOf } from '../../../changes/revision.ts';
import { unlessDenied } from '../../../upstream/unless-denied.ts';
import { byName } from '../identity.ts';

/** The storage calls for reading a user. */
export type UserReader = Pick<AdminClient, 'getUser' | 'listPoliciesOfUser'>;

export function presentListed({ accessKey, status, memberOf, policies }: UserInfo): ListedUser {
  return {
    accessKey,
    status,
    memberOf: memberOf.toSorted(byName),
    policy: policies.toSorted(byName),
  };
}

/** Returns a user, and whether any policy applies to it. Throws the storage client's errors. */
export async function readUser(
  admin: UserReader,
  accessKey: string,
  signal: AbortSignal,
): Promise<User> {
  const listed = presentListed(await admin.getUser({ accessKey, signal }));
  return {
    ...listed,
    hasPolicy: listed.policy.length > 0 || (await inheritsPolicy(admin, listed, signal)),
    revision: revisionOf(listed),
  };
}

/** Requires an encrypted response, which is slow, so it is requested only if needed. */
async function inheritsPolicy(
  admin: UserReader,
  { accessKey, memberOf }: ListedUser,
  signal: AbortSignal,
): Promise<boolean> {
  if (memberOf.length === 0) return false;
  const found = await unlessDenied(admin.listPoliciesOfUser({ accessKey, signal }));
  return found?.groups.some(({ policies }) => policies.length > 0) ?? false;
}
