import { expect, it } from 'vitest';
import { isDebian } from './debian.mjs';

it.each([
  ['ID=debian\nVERSION_ID="12"', true],
  ['NAME="Debian"\nID="debian"\n', true],
  ['ID=ubuntu\nID_LIKE=debian\n', false],
  ['', false],
])('tells Debian from its relatives: %j', (text, expected) => {
  expect(isDebian(text)).toBe(expected);
});
