import { describe, expect, it } from 'vitest';
import { isSecret } from './secrets.ts';

describe('secrets of a configuration', () => {
  it.each([
    ['auth_token', true],
    ['password', true],
    ['sasl_password', true],
    ['client_secret', true],
    ['lookup_bind_password', true],
    ['api_key', true],
    ['key', false],
    ['client_key', false],
    ['tokens_max', false],
  ])('are keys such as %s: %j', (key, secret) => {
    expect(isSecret({ key })).toBe(secret);
    expect(isSecret({ key, secret: !secret })).toBe(!secret);
  });
});
