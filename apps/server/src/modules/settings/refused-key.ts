import { StorageRequestError } from '@stowage/storage-client/errors';
import { ConsoleError } from '../../console-error.ts';

/** What servers call a configuration that they do not take. */
const REFUSED = [
  'XMinioConfigError',
  'XMinioConfigNotFoundError',
  'XMinioAdminConfigBadJSON',
  'XMinioAdminConfigTooLarge',
  'XMinioAdminConfigEnvOverridden',
  'XMinioAdminConfigDuplicateKeys',
  'XMinioAdminNotificationTargetsTestFailed',
  'XMinioAdminInvalidArgument',
];

/**
 * Waits for a change of settings; a refusal is about the first of these that the server's sentence
 * names, or about all.
 * @throws ConsoleError InvalidInput with the field
 */
export async function refusedKey<Result>(
  keys: readonly string[],
  call: Promise<Result>,
): Promise<Result> {
  try {
    return await call;
  } catch (cause) {
    if (!(cause instanceof StorageRequestError && REFUSED.includes(cause.code))) throw cause;
    const field = keys.find((key) => new RegExp(`\\b${key}\\b`, 'i').test(cause.message));
    throw new ConsoleError('InvalidInput', {
      field: field ?? 'key_values',
      detail: cause.message,
      cause,
    });
  }
}
