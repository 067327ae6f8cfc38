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
 *
 * @param others keys that were not changed, but may no longer fit; of them only names that are no
 *   words of a sentence are looked for, such as group_search_base_dn
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
