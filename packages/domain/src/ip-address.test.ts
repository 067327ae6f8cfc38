import { describe, expect, it } from 'vitest';
import { networkContains, parseIpAddress, parseIpNetwork } from './ip-address.ts';

function contains(network: string, address: string): boolean {
  const range = parseIpNetwork(network);
  const one = parseIpAddress(address);
  if (range === undefined || one === undefined) throw new Error('not readable');
  return networkContains(range, one);
}

describe('networks and addresses', () => {
  it.each([
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['192.168.1.7', '192.168.1.7', true],
    ['192.168.1.7', '192.168.1.8', false],
    ['0.0.0.0/0', '255.255.255.255', true],
    ['0.0.0.0/0', '::1', false],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['2001:db8::1', '2001:db8::1', true],
    ['2001:db8::1', '2001:db8::2', false],
    ['127.0.0.1/32', '::ffff:127.0.0.1', true],
    ['::/0', '::1', true],
    ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8', true],
  ])('%s holds %s: %s', (network, address, inside) => {
    expect(contains(network, address)).toBe(inside);
  });

  it.each([
    '',
    '1.2.3',
    '1.2.3.256',
    '01.2.3.4',
    '1.2.3.4.5',
    ':::',
    '1::2::3',
    '12345::',
    '1:2:3',
  ])('%j is no address', (text) => {
    expect(parseIpAddress(text)).toBeUndefined();
  });

  it.each(['1.2.3.4/33', '1.2.3.4/', '::1/129', '1.2.3.4/-1', 'x/8'])(
    '%j is no network',
    (text) => {
      expect(parseIpNetwork(text)).toBeUndefined();
    },
  );
});
