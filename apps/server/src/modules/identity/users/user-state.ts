import type { ListedUser, User } from '@stowage/contract/identity/users';
import type { AdminClient, UserInfo } from '@stowage/storage-client/admin';
import { revisionOf } from '../../../changes/revision.ts';
import { unlessDenied } from '../../../upstream/unless-denied.ts';
import { byName } from '../identity.ts';

/** What looking at a user needs of the storage. */
export type UserReader = Pick<AdminClient, 'getUser' | 'listPoliciesOfUser'>;

export function presentListed({ accessKey, status, memberOf, policies }: UserInfo): ListedUser {
  return {
    accessKey,
    status,
    memberOf: memberOf.toSorted(byName),
    policy: policies.toSorted(byName),
  };
}

/** A user, with whether anything is allowed to it by a policy. Throws what the storage client throws. */
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

/** Costs a sealed answer, and so is asked only where it decides. */
async function inheritsPolicy(
  admin: UserReader,
  { accessKey, memberOf }: ListedUser,
  signal: AbortSignal,
): Promise<boolean> {
  if (memberOf.length === 0) return false;
  const found = await unlessDenied(admin.listPoliciesOfUser({ accessKey, signal }));
  return found?.groups.some(({ policies }) => policies.length > 0) ?? false;
}
