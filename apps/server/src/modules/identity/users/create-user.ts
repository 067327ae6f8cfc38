import type { createUser as contract } from '@stowage/contract/identity/users';
import type { AdminClient } from '@stowage/storage-client/admin';
import type { z } from 'zod';
import { refusedField } from '../../../changes/refused-field.ts';
import { ConsoleError } from '../../../console-error.ts';
import { hasCode } from '../../../upstream/has-code.ts';
import { needing, runSteps } from '../identity.ts';
import { addSteps, type MembershipPort, requireGroups } from '../memberships.ts';
import { policyStep } from '../policy-step.ts';
import { UNSTORABLE_NAMES } from '../unstorable-names.ts';

export type NewUser = z.output<(typeof contract)['body']>;

type Port = MembershipPort &
  Pick<AdminClient, 'getUser' | 'addUser' | 'removeUser' | 'setPolicyForUser'>;

const REFUSED_KEYS = [
  'XMinioAdminInvalidAccessKey',
  'XMinioInvalidResource',
  'XMinioInvalidUTF',
  ...UNSTORABLE_NAMES,
];
const REFUSED_SECRETS = ['XMinioAdminInvalidSecretKey'];
/** The error code for root's access key, which is taken. */
const ROOT = 'XMinioInvalidIAMCredentials';

/**
 * Creates a user with all of its groups and policies, or not at all.
 * @throws ConsoleError UserExists; InvalidInput with the field
 */
export async function createUser(admin: Port, user: NewUser, signal: AbortSignal): Promise<void> {
  const { accessKey, secretKey, groups, policies } = user;
  await refusedField('accessKey', REFUSED_KEYS, requireFree(admin, accessKey, signal));
  await requireGroups(admin, groups, signal);
  await refusedField(
    'secretKey',
    REFUSED_SECRETS,
    refusedField('accessKey', REFUSED_KEYS, admin.addUser({ accessKey, secretKey })),
  ).catch((cause: unknown) => {
    throw hasCode(cause, ROOT) ? taken(cause) : cause;
  });
  try {
    await runSteps([
      ...addSteps(admin, [...new Set(groups)], [accessKey], 'accessKey'),
      ...(policies.length > 0 ? [policyStep(admin, 'policies', { accessKey, policies })] : []),
    ]);
  } catch (error) {
    await takeBack(admin, accessKey, error);
    throw error;
  }
}

/** The storage server treats adding an existing user as a password change. */
async function requireFree(
  admin: Pick<AdminClient, 'getUser'>,
  accessKey: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await needing('admin:GetUser', admin.getUser({ accessKey, signal }));
  } catch (error) {
    if (hasCode(error, 'XMinioAdminNoSuchUser')) return;
    throw error;
  }
  throw taken();
}

const taken = (cause?: unknown) => new ConsoleError('UserExists', { field: 'accessKey', cause });

async function takeBack(
  admin: Pick<AdminClient, 'removeUser'>,
  accessKey: string,
  reason: unknown,
): Promise<void> {
  try {
    await admin.removeUser({ accessKey });
  } catch {
    const why = reason instanceof Error ? reason.message : '';
    throw new ConsoleError('StorageFailed', {
      detail:
        `The user was created, but not all of its groups and policies were set. ${why}`.trim(),
      cause: reason,
    });
  }
}
