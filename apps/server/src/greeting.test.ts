import { describe, expect, it } from 'vitest';
import { greeting } from './greeting.ts';

const BASE = { addresses: ['http://127.0.0.1:9090/'], storage: 'http://127.0.0.1:9000' };
const root = { user: 'ADMIN', password: 'generated-password', file: '/data/root.json' };

describe('the greeting', () => {
  it('shows a password that was just made to the person at the terminal', () => {
    const lines = greeting({ ...BASE, root: { ...root, created: true }, terminal: true });
    expect(lines).toEqual([
      'Console   http://127.0.0.1:9090/',
      'Storage   http://127.0.0.1:9000',
      'Username  ADMIN',
      'Password  generated-password',
      '          (kept in /data/root.json, not shown again)',
    ]);
  });

  it.each([
    [true, false],
    [false, true],
    [false, false],
  ])('names the file instead: made now %s, at a terminal %s', (created, terminal) => {
    const lines = greeting({ ...BASE, root: { ...root, created }, terminal });
    expect(lines.slice(2)).toEqual(['Username  ADMIN', 'Password  kept in /data/root.json']);
  });

  it('never shows a configured password', () => {
    const configured = { user: 'admin', password: 'configured-password', created: false };
    const lines = greeting({ ...BASE, root: configured, terminal: true });
    expect(lines.slice(2)).toEqual([
      'Username  admin',
      'Password  as set in STOWAGE_ROOT_PASSWORD',
    ]);
  });
});
