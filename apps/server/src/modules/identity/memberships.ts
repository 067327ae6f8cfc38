import type { AdminClient } from '@stowage/storage-client/admin';
import { refusedField } from '../../changes/refused-field.ts';
import { ConsoleError } from '../../console-error.ts';
import { needing, type Step } from './identity.ts';

/** The storage calls for changing group memberships. */
export type MembershipPort = Pick<AdminClient, 'listGroups' | 'addToGroup' | 'removeFromGroup'>;

/** The storage server requires the same permission for removing a member. */
const CHANGE_MEMBERS = 'admin:AddUserToGroup';
const NO_USER = ['XMinioAdminNoSuchUser'];

/** The changes that turn one list into another. */
export function differenceOf(before: readonly string[], after: readonly string[]) {
  const [old, fresh] = [new Set(before), new Set(after)];
  return {
    added: [...fresh].filter((name) => !old.has(name)),
    removed: [...old].filter((name) => !fresh.has(name)),
  };
}

/**
 * The storage server creates unknown groups; a mistyped name must not.
 * @throws ConsoleError InvalidInput
 */
export async function requireGroups(
  admin: Pick<AdminClient, 'listGroups'>,
  groups: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  if (groups.length === 0) return;
  const known = new Set(await needing('admin:ListGroups', admin.listGroups({ signal })));
  const missing = groups.find((group) => !known.has(group));
  if (missing === undefined) return;
  throw new ConsoleError('InvalidInput', {
    field: 'groups',
    detail: `There is no group '${missing}'.`,
  });
}

/** Adds users to groups, one call per group. */
export function addSteps(
  admin: Pick<AdminClient, 'addToGroup'>,
  groups: readonly string[],
  members: readonly string[],
  field: string,
): Step[] {
  return groups.map((group) => ({
    done: `The group '${group}' has the new members.`,
    run: () =>
      refusedField(field, NO_USER, needing(CHANGE_MEMBERS, admin.addToGroup({ group, members }))),
  }));
}

/** Removes users from groups, one call per group. */
export function removeSteps(
  admin: Pick<AdminClient, 'removeFromGroup'>,
  groups: readonly string[],
  members: readonly string[],
): Step[] {
  return groups.map((group) => ({
    done: `Members were taken out of the group '${group}'.`,
    run: () => needing(CHANGE_MEMBERS, admin.removeFromGroup({ group, members })),
  }));
}
