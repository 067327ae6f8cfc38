import type { AdminClient } from '@stowage/storage-client/admin';
import { refusedField } from '../../../changes/refused-field.ts';
import { needing } from '../identity.ts';

/**
 * Gives a user another password. The storage server has one call for making and changing users:
 * whoever is not there is not made, and whoever is disabled stays so.
 */
export async function setPassword(
  admin: Pick<AdminClient, 'getUser' | 'addUser'>,
  accessKey: string,
  secretKey: string,
  signal: AbortSignal,
): Promise<void> {
  const { status } = await needing('admin:GetUser', admin.getUser({ accessKey, signal }));
  await refusedField(
    'newSecretKey',
    ['XMinioAdminInvalidSecretKey'],
    admin.addUser({ accessKey, secretKey, status }),
  );
}
