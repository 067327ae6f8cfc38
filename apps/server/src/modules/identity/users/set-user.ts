import type { setUser, User } from '@stowage/contract/identity/users';
import type { AdminClient } from '@stowage/storage-client/admin';
import type { z } from 'zod';
import type { Step } from '../identity.ts';
import { addSteps, differenceOf, type MembershipPort, removeSteps } from '../memberships.ts';
import { policyStep } from '../policy-step.ts';

type Port = MembershipPort & Pick<AdminClient, 'setUserStatus' | 'setPolicyForUser'>;

/**
 * Returns the steps that bring a user to the requested state, and the groups that the user joins by
 * them.
 */
export function setUserSteps(
  admin: Port,
  { accessKey, ...before }: User,
  { status, groups, policies }: z.output<(typeof setUser)['body']>,
): { readonly joined: readonly string[]; readonly steps: readonly Step[] } {
  const { added, removed } = differenceOf(before.memberOf, groups ?? before.memberOf);
  const assigned = differenceOf(before.policy, policies ?? before.policy);
  const steps = [
    ...addSteps(admin, added, [accessKey], 'groups'),
    ...removeSteps(admin, removed, [accessKey]),
  ];
  if (policies !== undefined && assigned.added.length + assigned.removed.length > 0) {
    steps.push(policyStep(admin, 'policies', { accessKey, policies: [...new Set(policies)] }));
  }
  if (status !== undefined && status !== before.status) {
    steps.push({
      done: 'The status was changed.',
      run: () => admin.setUserStatus({ accessKey, status }),
    });
  }
  return { joined: added, steps };
}
