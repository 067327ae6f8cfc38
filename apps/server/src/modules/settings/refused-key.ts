import { StorageRequestError } from '@stowage/storage-client/errors';
import { ConsoleError } from '../../console-error.ts';

/** The servers' error codes for a configuration that they reject. */
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
 * Awaits a change of settings; an error is attributed to the first of these keys that the server's
 * message names, or to all.
 *
 * @param others keys that were not changed but may no longer be valid; only names that are not
 *    ordinary words are looked for, such as group_search_base_dn
 * @throws ConsoleError InvalidInput with the field
 */
export async function refusedKey<Result>(
  keys: readonly string[],
  call: Promise<Result>,
  others: readonly string[] = [],
): Promise<Result> {
  try {
    return await call;
  } catch (cause) {
    if (!(cause instanceof StorageRequestError && REFUSED.includes(cause.code))) throw cause;
    const named = [...keys, ...others.filter((key) => key.includes('_'))];
    const field = named.find((key) => new RegExp(`\\b${key}\\b`, 'i').test(cause.message));
    throw new ConsoleError('InvalidInput', {
      field: field ?? 'key_values',
      detail: cause.message,
      cause,
    });
  }
}
