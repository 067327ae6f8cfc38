import type { Tier } from './tier.ts';

/** Hosts of Microsoft's clouds, with or without the account as a prefix. */
const CLOUD = /^(?:[a-z0-9]+\.)?blob\.core\./;

/**
 * Returns the address of an azure tier's account: its own host, always with https, at Microsoft;
 * elsewhere, such as with Azurite or an IP address, a path.
 */
export function azurePlace({
  endpoint,
  accessKey: account,
}: Pick<Tier, 'endpoint' | 'accessKey'>): {
  readonly origin: string;
  /** Path prefix of a container, such as /account. */
  readonly base: string;
} {
  const { origin, host } = new URL(endpoint);
  if (CLOUD.test(host)) {
    return { origin: `https://${host.startsWith('blob.') ? `${account}.` : ''}${host}`, base: '' };
  }
  return { origin, base: host.startsWith(`${account}.`) ? '' : `/${account}` };
}
