import { describe, expect, it } from 'vitest';
import {
  authorizationWithoutSignature,
  isSecretHeader,
  queryWithoutSecrets,
  signingKey,
} from './call-secrets.ts';

const SIGNED =
  'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261122/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-date, Signature=5d672d79c15b13162d9279b0855cfba6';

describe('secrets of calls', () => {
  it.each([
    ['Authorization', true],
    ['x-amz-security-token', true],
    ['X-Amz-Server-Side-Encryption-Customer-Key', true],
    ['x-amz-copy-source-server-side-encryption-customer-key', true],
    ['X-Amz-Server-Side-Encryption-Customer-Key-MD5', true],
    ['Cookie', true],
    ['Set-Cookie', true],
    ['Proxy-Authorization', true],
    ['X-Amz-Date', false],
    ['X-Amz-Content-Sha256', false],
    ['X-Amz-Server-Side-Encryption', false],
    ['Content-Type', false],
  ])('says of the header %s: %s', (name, secret) => {
    expect(isSecretHeader(name)).toBe(secret);
  });

  it.each([
    ['', ''],
    ['prefix=a%2Fb&continuation-token=abc', 'prefix=a%2Fb&continuation-token=abc'],
    ['X-Amz-Signature=5d67&X-Amz-Expires=60', 'X-Amz-Signature=*REDACTED*&X-Amz-Expires=60'],
    ['x%2Damz%2Dsecurity%2Dtoken=abc', 'x%2Damz%2Dsecurity%2Dtoken=*REDACTED*'],
    ['AWSAccessKeyId=AK&Signature=abc%3D', 'AWSAccessKeyId=AK&Signature=*REDACTED*'],
    ['Action=A&WebIdentityToken=abc', 'Action=A&WebIdentityToken=*REDACTED*'],
    ['LDAPUsername=u&LDAPPassword=p', 'LDAPUsername=u&LDAPPassword=*REDACTED*'],
    ['%zz=1&signature', '%zz=1&signature'],
  ])('takes them out of the query %s', (query, without) => {
    expect(queryWithoutSecrets(query)).toBe(without);
  });

  it('leaves of an Authorization header who signed what', () => {
    const without = authorizationWithoutSignature(SIGNED);
    expect(without).toBe(SIGNED.replace('5d672d79c15b13162d9279b0855cfba6', '*REDACTED*'));
    expect(authorizationWithoutSignature('Bearer abc')).toBe('*REDACTED*');
    expect(authorizationWithoutSignature('AWS AKID:abc=')).toBe('*REDACTED*');
  });

  it('knows the key that signed', () => {
    expect(signingKey(SIGNED, '')).toBe('AKIDEXAMPLE');
    expect(signingKey('', 'a=b&X-Amz-Credential=AKID%2F20261122%2Fus-east-1')).toBe('AKID');
    expect(signingKey('', '')).toBe('');
  });
});
