import { CALLING_FOR_HEADER, CONSOLE_SECRET_HEADER } from '@stowage/storage-wire/calling-for';
import { describe, expect, it } from 'vitest';
import { sourceAddress } from './source-address.ts';

const SECRET = 'between console and store';

function address(headers: Readonly<Record<string, string>>, secret?: string) {
  const socket = { remoteAddress: '::ffff:192.0.2.4' };
  return sourceAddress({ headers, socket } as Parameters<typeof sourceAddress>[0], secret);
}

describe('the address of a request', () => {
  it('is that of the connection, whatever its client says', () => {
    const told = { [CALLING_FOR_HEADER]: '203.0.113.7' };
    expect(address({}, SECRET)).toBe('192.0.2.4');
    expect(address(told, SECRET)).toBe('192.0.2.4');
    expect(address({ ...told, [CONSOLE_SECRET_HEADER]: 'a guess' }, SECRET)).toBe('192.0.2.4');
  });

  it('is what the console says that has started the store', () => {
    const told = { [CALLING_FOR_HEADER]: '203.0.113.7', [CONSOLE_SECRET_HEADER]: SECRET };
    expect(address(told, SECRET)).toBe('203.0.113.7');
  });

  it('is never told where no console has started it', () => {
    const told = { [CALLING_FOR_HEADER]: '203.0.113.7', [CONSOLE_SECRET_HEADER]: 'undefined' };
    expect(address(told)).toBe('192.0.2.4');
  });
});
