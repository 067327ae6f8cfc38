import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { azurePlace } from './azure-place.ts';
import { azureAuthorization } from './azure-signature.ts';

const KEY = Buffer.from('the key of an account').toString('base64');

describe('the signature of Azure', () => {
  it('is made of the lines that Microsoft documents', () => {
    // The example of "Authorize with Shared Key", Get Container Metadata.
    const lines =
      'GET\n\n\n\n\n\n\n\n\n\n\n\nx-ms-date:Fri, 26 Jun 2015 23:39:12 GMT\nx-ms-version:2015-02-21\n/myaccount/mycontainer\ncomp:metadata\nrestype:container\ntimeout:20';
    const signature = createHmac('sha256', Buffer.from(KEY, 'base64')).update(lines);
    const request = {
      method: 'GET',
      path: '/mycontainer',
      query: { restype: 'container', timeout: '20', comp: 'metadata' },
      headers: { 'x-ms-version': '2015-02-21', 'x-ms-date': 'Fri, 26 Jun 2015 23:39:12 GMT' },
    };
    expect(azureAuthorization(request, { account: 'myaccount', key: KEY })).toBe(
      `SharedKey myaccount:${signature.digest('base64')}`,
    );
  });
});

describe('the place of an account', () => {
  it.each([
    ['http://blob.core.windows.net', 'https://mine.blob.core.windows.net', ''],
    ['https://mine.blob.core.windows.net', 'https://mine.blob.core.windows.net', ''],
    ['https://blob.core.chinacloudapi.cn', 'https://mine.blob.core.chinacloudapi.cn', ''],
    ['https://mine.blob.example.net', 'https://mine.blob.example.net', ''],
    ['http://127.0.0.1:10000', 'http://127.0.0.1:10000', '/mine'],
  ])('at %s is %s%s', (endpoint, origin, base) => {
    expect(azurePlace({ endpoint, accessKey: 'mine' })).toEqual({ origin, base });
  });
});
