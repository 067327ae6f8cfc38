import type { ConfigKeyHelp } from '@stowage/storage-client/admin';

/** Servers do not say which of their keys are secrets: these names are, in all of MinIO's. */
const SECRET_KEY = /(^|_)(password|passphrase|secret|token|license|api_key|account_key|creds)$/;

/** Whether the value of a key never leaves the server. */
export function isSecret({ key, secret }: Pick<ConfigKeyHelp, 'key' | 'secret'>): boolean {
  return secret ?? SECRET_KEY.test(key);
}
