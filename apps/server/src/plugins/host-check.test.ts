import { describe, expect, it } from 'vitest';
import { isOwnHost } from './host-check.ts';

const LOCAL = { listening: '127.0.0.1', allowed: ['console.example.net'] };
const OPEN = { listening: '0.0.0.0', allowed: [] };

describe('isOwnHost', () => {
  it.each([
    ['127.0.0.1:9090', LOCAL],
    ['localhost', LOCAL],
    ['LOCALHOST:9090', LOCAL],
    ['app.localhost:9090', LOCAL],
    ['[::1]:9090', LOCAL],
    ['console.example.net', LOCAL],
    ['Console.Example.NET.:443', LOCAL],
    ['192.0.2.7:9090', OPEN],
    ['[2001:db8::7]:9090', OPEN],
    ['localhost:9090', OPEN],
    ['console.lan:9090', { listening: 'console.lan', allowed: [] }],
    ['[2001:db8::7]', { listening: '2001:db8::7', allowed: [] }],
  ])('takes %s as its own, with %o', (host, rules) => {
    expect(isOwnHost(host, rules)).toBe(true);
  });

  it.each([
    ['evil.example:9090', LOCAL],
    ['192.0.2.7:9090', LOCAL],
    ['localhost.evil.example', LOCAL],
    ['127.0.0.1.evil.example', LOCAL],
    ['console.example.net.evil.example', LOCAL],
    ['', LOCAL],
    ['evil.example', OPEN],
    ['192.0.2.7.evil.example', OPEN],
    ['console.example.net', { listening: 'console.lan', allowed: [] }],
  ])('does not take %s as its own, with %o', (host, rules) => {
    expect(isOwnHost(host, rules)).toBe(false);
  });
});
