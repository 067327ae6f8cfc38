import type { ServiceAccountCredentials } from '@stowage/contract/identity/service-accounts';

/** A pair of keys. */
export interface Credentials {
  readonly accessKey: string;
  readonly secretKey: string;
}

/** Returns the key pairs of a new service account; none if an identity provider issues them. */
export function createdCredentials(answer: ServiceAccountCredentials): readonly Credentials[] {
  if (answer.idp === true) return [];
  const pairs = 'console' in answer ? [answer.console].flat() : [answer];
  return pairs.map(({ accessKey, secretKey }) => ({ accessKey, secretKey }));
}

/** Returns the file that command-line clients import: an alias for one pair, a list for several. */
export function credentialsFile(credentials: readonly Credentials[], url: string): string {
  const entries = credentials.map((pair) => ({ url, ...pair, api: 's3v4', path: 'auto' }));
  return JSON.stringify(entries.length === 1 ? entries[0] : entries, null, 2);
}
