import { expect, it } from 'vitest';
import { isHttpOrigin } from './http-origin.ts';

it.each(['http://127.0.0.1:9090', 'https://console.example.net', 'http://[::1]:9090/', 'HTTP://a'])(
  '%j is an address of a server',
  (text) => expect(isHttpOrigin(text)).toBe(true),
);

it.each([
  ...['', 'host:9090', 'ftp://host', 'http://', 'http://user@host', 'http://host/path'],
  ...['http://host?x', 'http://host#x', 'http://ho st', 'http://host:99999', ' http://host'],
])('%j is none', (text) => expect(isHttpOrigin(text)).toBe(false));
