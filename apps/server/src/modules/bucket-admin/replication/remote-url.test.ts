import { describe, expect, it } from 'vitest';
import { readRemoteUrl } from './remote-url.ts';

describe('the address of a remote server', () => {
  it.each([
    ['https://s3.example.com', true, 's3.example.com:443', true],
    ['http://s3.example.com/', true, 's3.example.com:80', false],
    ['HTTPS://s3.example.com:9000', false, 's3.example.com:9000', true],
    ['s3.example.com:9000', true, 's3.example.com:9000', true],
    ['s3.example.com', false, 's3.example.com:80', false],
    [' 10.0.0.1:9000 ', false, '10.0.0.1:9000', false],
    ['https://[::1]:9000', true, '[::1]:9000', true],
    ['bücher.example', true, 'xn--bcher-kva.example:443', true],
  ])('%j with TLS %s is %s, encrypted: %s', (text, useTls, host, secure) => {
    expect(readRemoteUrl(text, useTls)).toMatchObject({ host, secure });
  });

  it.each([
    'ftp://s3.example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://',
    '',
    'https://user@s3.example.com',
    'https://user:word@s3.example.com',
    'https://s3.example.com/bucket',
    'https://s3.example.com/?a=b',
    'https://s3.example.com/#x',
    'https://s3 example.com',
    'https://s3.example.com:99999',
  ])('cannot be %j', (text) => {
    expect(() => readRemoteUrl(text)).toThrow(
      expect.objectContaining({ code: 'InvalidInput', field: 'targetURL' }),
    );
  });
});
