import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';

const MAX_NAME = 256;

/**
 * Checks the name of a new policy or group, which other formats of MinIO use in lists and paths.
 *
 * @throws S3Error XMinioInvalidResource, XMinioAdminInvalidArgument
 */
export function checkNewName(name: string): void {
  if (name.trim() !== name) {
    throw new S3Error('XMinioInvalidResource');
  }
  if (name === '' || name.length > MAX_NAME || /\p{Cc}/u.test(name)) {
    throw new S3Error('XMinioAdminInvalidArgument', 'The name is not valid.');
  }
}

/**
 * Refuses root, which has no groups, policies or status.
 *
 * @throws S3Error XMinioIAMActionNotAllowed
 */
export function refuseRoot({ store }: ApiRequest, accessKey: string): void {
  if (accessKey === store.authenticator.root.accessKey) {
    throw new S3Error('XMinioIAMActionNotAllowed');
  }
}
