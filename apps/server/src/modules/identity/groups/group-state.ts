import type { Group } from '@stowage/contract/identity/groups';
import type { AdminClient } from '@stowage/storage-client/admin';
import { revisionOf } from '../../../changes/revision.ts';
import { unlessDenied } from '../../../upstream/unless-denied.ts';
import { byName } from '../identity.ts';

/** The storage calls for reading a group. */
export type GroupReader = Pick<AdminClient, 'getGroup' | 'listPoliciesOfGroup'>;

/**
 * Returns a group with its policies, even if it is disabled. Throws the storage client's errors.
 */
export async function readGroup(
  admin: GroupReader,
  group: string,
  signal: AbortSignal,
): Promise<Group> {
  const info = await admin.getGroup({ group, signal });
  const kept =
    info.status === 'disabled'
      ? await unlessDenied(admin.listPoliciesOfGroup({ group, signal }))
      : undefined;
  const state = {
    name: group,
    members: info.members.toSorted(byName),
    status: info.status,
    policy: (kept ?? info.policies).toSorted(byName).join(','),
  };
  return { ...state, revision: revisionOf(state) };
}
