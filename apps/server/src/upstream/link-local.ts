import {
  networkContains,
  parseIpAddress,
  parseIpNetwork,
  plainAddress,
} from '@stowage/domain/ip-address';

/**
 * The metadata services from which cloud machines obtain their credentials, and other addresses
 * that only the machine itself should access.
 */
const REFUSED = [
  '169.254.0.0/16',
  'fe80::/10',
  '100.100.100.200',
  '168.63.129.16',
  'fd00:ec2::254',
  'fd20:ce::254',
].flatMap((network) => parseIpNetwork(network) ?? []);

/** IPv6 networks whose addresses end in the IPv4 address that is meant. */
const EMBEDDING = ['::/96', '64:ff9b::/96', '64:ff9b:1::/96'].flatMap(
  (network) => parseIpNetwork(network) ?? [],
);

/**
 * Whether an IP address, in any notation, is link-local or a cloud metadata service. No storage is
 * there, and the console must not provide access to it.
 */
export function isLinkLocal(text: string): boolean {
  // Sockets accept any address with a zone suffix.
  const address = parseIpAddress(plainAddress(text));
  if (address === undefined) return false;
  const inner = EMBEDDING.some((network) => networkContains(network, address))
    ? { bits: 32 as const, value: address.value & 0xffffffffn }
    : address;
  return REFUSED.some((network) => networkContains(network, inner));
}

/** Whether the console must not connect to an IP address named by a user. */
export function refusesOf({ allowLinkLocal }: { readonly allowLinkLocal: boolean }) {
  return allowLinkLocal ? () => false : isLinkLocal;
}
