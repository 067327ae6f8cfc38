import { isIPv6 } from 'node:net';
import { plainAddress } from '@stowage/domain/ip-address';

/**
 * Returns the group of addresses that one client controls: the address itself in IPv4, the /64
 * network in IPv6, where one machine has all of its addresses.
 */
export function addressGroup(address: string): string {
  const plain = plainAddress(address);
  return isIPv6(plain) ? `${groups(plain).slice(0, 4).join(':')}::/64` : plain;
}

/** The eight groups of an address, without leading zeros. */
function groups(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const left = head === '' ? [] : head.split(':');
  if (tail === undefined) return left;
  const right = tail === '' ? [] : tail.split(':');
  return [...left, ...Array(8 - left.length - right.length).fill('0'), ...right];
}
