import type { Tier } from './tier.ts';

/** Hosts of Microsoft's clouds, with the account before them or without one. */
const CLOUD = /^(?:[a-z0-9]+\.)?blob\.core\./;

/**
 * How the account of an azure tier is reached: at a host of its own at Microsoft, where nothing
 * but https is taken, and below a path at everything else, such as Azurite or an address.
 */
export function azurePlace({
  endpoint,
  accessKey: account,
}: Pick<Tier, 'endpoint' | 'accessKey'>): {
  readonly origin: string;
  /** Before the path of a container, such as /account. */
  readonly base: string;
} {
  const { origin, host } = new URL(endpoint);
  if (CLOUD.test(host)) {
    return { origin: `https://${host.startsWith('blob.') ? `${account}.` : ''}${host}`, base: '' };
  }
  return { origin, base: host.startsWith(`${account}.`) ? '' : `/${account}` };
}
