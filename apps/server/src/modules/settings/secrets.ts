import * as domain from '@stowage/domain/notification-targets/stored-password';
import type { ConfigKeyHelp } from '@stowage/storage-client/admin';
import { ConsoleError } from '../../console-error.ts';

export { hidePassword } from '@stowage/domain/notification-targets/stored-password';

/** Servers do not report which of their keys are secrets: these are the names that MinIO uses. */
const SECRET_KEY = /(^|_)(password|passphrase|secret|token|license|api_key|account_key|creds)$/;

/** Whether the value of a key must never leave the server. */
export function isSecret({ key, secret }: Pick<ConfigKeyHelp, 'key' | 'secret'>): boolean {
  return secret ?? SECRET_KEY.test(key);
}

/**
 * Returns the value to store: a password that is still masked is replaced with the stored one.
 * @throws ConsoleError InvalidInput if none is stored
 */
export function restorePassword(key: string, value: string, stored: string): string {
  const whole = domain.restorePassword(key, value, stored);
  if (whole !== undefined) return whole;
  const detail = 'There is no stored password to keep. Enter one.';
  throw new ConsoleError('InvalidInput', { field: key, detail });
}
