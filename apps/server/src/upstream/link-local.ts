import {
  networkContains,
  parseIpAddress,
  parseIpNetwork,
  plainAddress,
} from '@stowage/domain/ip-address';

/**
 * Where machines of clouds tell their own credentials to whoever asks from within, and what
 * else only the machine itself should speak to.
 */
const REFUSED = [
  '169.254.0.0/16',
  'fe80::/10',
  '100.100.100.200',
  '168.63.129.16',
  'fd00:ec2::254',
  'fd20:ce::254',
].flatMap((network) => parseIpNetwork(network) ?? []);

/** IPv6 addresses whose last 32 bits are the IPv4 address that is meant. */
const EMBEDDING = ['::/96', '64:ff9b::/96', '64:ff9b:1::/96'].flatMap(
  (network) => parseIpNetwork(network) ?? [],
);

/**
 * Whether an IP address is link-local or the metadata service of a cloud, in whatever way it is
 * written. Nobody's storage is there, and the console must not be a way to it.
 */
export function isLinkLocal(text: string): boolean {
  // Sockets take any address with a zone behind it.
  const address = parseIpAddress(plainAddress(text));
  if (address === undefined) return false;
  const inner = EMBEDDING.some((network) => networkContains(network, address))
    ? { bits: 32 as const, value: address.value & 0xffffffffn }
    : address;
  return REFUSED.some((network) => networkContains(network, inner));
}

/** Whether the console must not connect to an IP address that somebody else has named. */
export function refusesOf({ allowLinkLocal }: { readonly allowLinkLocal: boolean }) {
  return allowLinkLocal ? () => false : isLinkLocal;
}
