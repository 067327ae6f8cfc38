import { describe, expect, it } from 'vitest';
import { isOwnOrigin } from './origin-check.ts';

describe('isOwnOrigin', () => {
  const host = 'console.example.net:9090';

  it.each([
    ["the browser's word", { 'sec-fetch-site': 'same-origin' }],
    ['an address that the user typed', { 'sec-fetch-site': 'none' }],
    ['a client that is no browser', {}],
    ['the same host', { origin: 'http://console.example.net:9090' }],
    ['the same host in capitals', { origin: 'http://CONSOLE.example.net:9090' }],
    [
      "the browser's word behind a proxy that changes the host",
      { 'sec-fetch-site': 'same-origin', origin: 'https://outside.example.net' },
    ],
  ])('accepts %s', (_case, headers) => {
    expect(isOwnOrigin(headers, host)).toBe(true);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour on the same site', { 'sec-fetch-site': 'same-site' }],
    ['another host', { origin: 'http://evil.example' }],
    ['another port', { origin: 'http://console.example.net:9091' }],
    ['an origin that hides', { origin: 'null' }],
    ['nonsense', { origin: 'http://' }],
    [
      'another site that shows the right origin',
      { 'sec-fetch-site': 'cross-site', origin: 'http://console.example.net:9090' },
    ],
  ])('refuses %s', (_case, headers) => {
    expect(isOwnOrigin(headers, host)).toBe(false);
  });
});
