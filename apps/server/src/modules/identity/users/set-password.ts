import type { AdminClient } from '@stowage/storage-client/admin';
import { refusedField } from '../../../changes/refused-field.ts';
import { needing } from '../identity.ts';

/**
 * Sets a user's password. The storage server has one call for creating and changing users: a
 * missing user is not created here, and a disabled one stays disabled.
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
