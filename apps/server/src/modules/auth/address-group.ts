import { isIPv6 } from 'node:net';

/**
 * What stands for everybody who can choose an address: the address itself in
 * IPv4, the network of 64 bits in IPv6, where one machine has all of its addresses.
 */
export function addressGroup(address: string): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return plain;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  return mapped ?? `${groups(plain).slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an address, without leading zeros. */
function groups(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const left = head === '' ? [] : head.split(':');
  if (tail === undefined) return left;
  const right = tail === '' ? [] : tail.split(':');
  return [...left, ...Array(8 - left.length - right.length).fill('0'), ...right];
}
