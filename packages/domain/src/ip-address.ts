/** A numeric address: 32 bits for IPv4 (mapped addresses included), 128 for IPv6. */
export interface IpAddress {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

/** A network: the addresses that share the first `prefix` bits of `address`. */
export interface IpNetwork {
  readonly address: IpAddress;
  readonly prefix: number;
}

/** Parses an IPv4 or IPv6 address; undefined if the text is not one. */
export function parseIpAddress(text: string): IpAddress | undefined {
  return text.includes(':') ? parseIpv6(text) : parseIpv4(text);
}

/** Parses CIDR notation. Without a prefix length the network is that single address. */
export function parseIpNetwork(text: string): IpNetwork | undefined {
  const slash = text.indexOf('/');
  const address = parseIpAddress(slash < 0 ? text : text.slice(0, slash));
  if (address === undefined) return undefined;
  if (slash < 0) return { address, prefix: address.bits };
  const length = text.slice(slash + 1);
  if (!/^\d{1,3}$/.test(length)) return undefined;
  const prefix = Number(length);
  return prefix <= address.bits ? { address, prefix } : undefined;
}

/** Whether the address lies in the network. */
export function networkContains(network: IpNetwork, address: IpAddress): boolean {
  if (network.address.bits !== address.bits) return false;
  const host = BigInt(address.bits - network.prefix);
  return network.address.value >> host === address.value >> host;
}

function parseIpv4(text: string): IpAddress | undefined {
  const parts = text.split('.');
  if (parts.length !== 4) return undefined;
  let value = 0n;
  for (const part of parts) {
    if (!/^(?:0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return undefined;
    value = (value << 8n) | BigInt(part);
  }
  return { bits: 32, value };
}

function parseIpv6(text: string): IpAddress | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const head = ipv6Groups(halves[0] ?? '', halves.length === 1);
  const tail = halves.length === 2 ? ipv6Groups(halves[1] ?? '', true) : [];
  if (head === undefined || tail === undefined) return undefined;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...head, ...new Array<bigint>(missing).fill(0n), ...tail];
  const value = groups.reduce((sum, group) => (sum << 16n) | group, 0n);
  if (value >> 32n === 0xffffn) return { bits: 32, value: value & 0xffffffffn };
  return { bits: 128, value };
}

function ipv6Groups(text: string, last: boolean): bigint[] | undefined {
  if (text === '') return [];
  const groups: bigint[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    if (last && index === parts.length - 1 && part.includes('.')) {
      const embedded = parseIpv4(part);
      if (embedded === undefined) return undefined;
      groups.push(embedded.value >> 16n, embedded.value & 0xffffn);
    } else if (/^[0-9a-fA-F]{1,4}$/.test(part)) {
      groups.push(BigInt(`0x${part}`));
    } else {
      return undefined;
    }
  }
  return groups;
}

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Formats the address of a connection for display: mapped IPv4 as plain IPv4, IPv6 without its
 * zone.
 */
export function plainAddress(text: string): string {
  const zone = text.indexOf('%');
  const plain = zone < 0 ? text : text.slice(0, zone);
  return MAPPED.exec(plain)?.[1] ?? plain;
}
