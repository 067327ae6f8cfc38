import type { Group } from '@stowage/contract/identity/groups';
import type { AdminClient } from '@stowage/storage-client/admin';
import { revisionOf } from '../../../changes/revision.ts';
import { unlessDenied } from '../../../upstream/unless-denied.ts';
import { byName } from '../identity.ts';

/** What looking at a group needs of the storage. */
export type GroupReader = Pick<AdminClient, 'getGroup' | 'listPoliciesOfGroup'>;

/** A group with its policies, also while it is disabled. Throws what the storage client throws. */
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
