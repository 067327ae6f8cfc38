import { describe, expect, it } from 'vitest';
import { isLinkLocal } from './link-local.ts';

describe('isLinkLocal', () => {
  it.each([
    '169.254.169.254',
    '169.254.0.1',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '::a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '::ffff:169.254.169.254%eth0',
    '::ffff:a9fe:a9fe%1',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'fd00:ec2::254',
    '100.100.100.200',
  ])('refuses %s', (address) => {
    expect(isLinkLocal(address)).toBe(true);
  });

  it.each(['127.0.0.1', '::1', '10.0.0.1', '169.253.1.1', 'fec0::1', 'fd00:ec2::253', 'a-name'])(
    'has nothing against %s',
    (address) => {
      expect(isLinkLocal(address)).toBe(false);
    },
  );
});
