import { describe, expect, it } from 'vitest';
import {
  canonicalPath,
  canonicalQuery,
  canonicalRequest,
  deriveSigningKey,
  EMPTY_SHA256,
  presignUrl,
  signForChunks,
  signRequest,
} from './sigv4.ts';

/** The account and time of the examples in AWS's documentation of Signature Version 4 for S3. */
const CREDENTIALS = {
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const NOW = new Date('2013-05-24T00:00:00Z');
const HOST = 'https://examplebucket.s3.amazonaws.com';

function signatureOf(method: string, url: string, headers: Record<string, string>, hash: string) {
  const sent = signRequest({
    method,
    url,
    headers,
    payloadHash: hash,
    credentials: CREDENTIALS,
    region: 'us-east-1',
    service: 's3',
    now: NOW,
  });
  return /SignedHeaders=(.*), Signature=(.*)$/.exec(sent.authorization ?? '')?.slice(1);
}

describe('signRequest', () => {
  it.each([
    [
      'GET',
      `${HOST}/test.txt`,
      { Range: 'bytes=0-9' },
      EMPTY_SHA256,
      'host;range;x-amz-content-sha256;x-amz-date',
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'PUT',
      `${HOST}/test%24file.text`,
      { Date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    [
      'GET',
      `${HOST}/?lifecycle`,
      {},
      EMPTY_SHA256,
      'host;x-amz-content-sha256;x-amz-date',
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ],
    [
      'GET',
      `${HOST}/?max-keys=2&prefix=J`,
      {},
      EMPTY_SHA256,
      'host;x-amz-content-sha256;x-amz-date',
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ])('%s %s as in the documentation', (method, url, headers, hash, names, signature) => {
    expect(signatureOf(method, url, headers, hash)).toEqual([names, signature]);
  });

  it('gives all headers to send in lower case', () => {
    const sent = signRequest({
      method: 'PUT',
      url: 'http://127.0.0.1:9000/b/k',
      headers: { 'Content-Type': 'text/plain' },
      payloadHash: 'UNSIGNED-PAYLOAD',
      credentials: { ...CREDENTIALS, sessionToken: 'token' },
      region: 'eu-west-1',
      service: 's3',
      now: NOW,
    });
    expect(sent).toMatchObject({
      'content-type': 'text/plain',
      host: '127.0.0.1:9000',
      'x-amz-date': '20130524T000000Z',
      'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
      'x-amz-security-token': 'token',
    });
    expect(sent.authorization).toContain(
      'Credential=AKIAIOSFODNN7EXAMPLE/20130524/eu-west-1/s3/aws4_request, ' +
        'SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date;x-amz-security-token, ',
    );
  });

  it('leaves headers unsigned that the transport changes', () => {
    const plain = signatureOf('GET', `${HOST}/k`, {}, EMPTY_SHA256);
    const more = { 'Content-Length': '7', Expect: '100-continue', 'User-Agent': 'x' };
    expect(signatureOf('GET', `${HOST}/k`, more, EMPTY_SHA256)).toEqual(plain);
  });

  it.each([
    ['http://storage:80/', 'storage'],
    ['https://storage:443/', 'storage'],
    ['http://storage:443/', 'storage:443'],
    ['http://Storage:9000/', 'storage:9000'],
    ['http://[::1]:9000/', '[::1]:9000'],
  ])('signs the host of %s as %s', (url, host) => {
    const request = { method: 'GET', url, headers: {}, payloadHash: EMPTY_SHA256 };
    const place = { credentials: CREDENTIALS, region: 'r', service: 's3' };
    expect(signRequest({ ...request, ...place }).host).toBe(host);
  });

  it('sends header text that is not ASCII as UTF-8 bytes', () => {
    const sent = signForChunks({
      method: 'PUT',
      url: `${HOST}/k`,
      headers: { 'x-amz-meta-name': 'Zoë' },
      payloadHash: EMPTY_SHA256,
      credentials: CREDENTIALS,
      region: 'us-east-1',
      service: 's3',
    }).headers;
    const bytes = Buffer.from(sent['x-amz-meta-name'] ?? '', 'latin1');
    expect(bytes.toString('utf8')).toBe('Zoë');
  });
});

describe('presignUrl', () => {
  const request = {
    method: 'GET',
    url: `${HOST}/test.txt`,
    credentials: CREDENTIALS,
    region: 'us-east-1',
    service: 's3',
    expiresSeconds: 86_400,
    now: NOW,
  };

  it('makes the URL of the documentation', () => {
    expect(presignUrl(request)).toBe(
      'https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256' +
        '&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request' +
        '&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
        '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    );
  });

  it('keeps the given query, signs given headers and carries the session token', () => {
    const url = presignUrl({
      ...request,
      url: `${HOST}/a%20b?versionId=1&response-content-type=text%2Fplain`,
      credentials: { ...CREDENTIALS, sessionToken: 'a+b/c=' },
      headers: { 'Content-Type': 'x/y' },
    });
    const query = new URL(url).searchParams;
    expect(url.startsWith(`${HOST}/a%20b?`)).toBe(true);
    expect(Object.fromEntries(query)).toMatchObject({
      versionId: '1',
      'response-content-type': 'text/plain',
      'X-Amz-Security-Token': 'a+b/c=',
      'X-Amz-SignedHeaders': 'content-type;host',
    });
  });

  it.each([0, -1, 604_801, Number.NaN])('refuses a life of %s seconds', (expiresSeconds) => {
    expect(() => presignUrl({ ...request, expiresSeconds })).toThrow(RangeError);
  });
});

describe('canonical form', () => {
  it.each([
    ['/b/plain-key_1.~txt', '/b/plain-key_1.~txt'],
    ['/b/a b', '/b/a%20b'],
    ['/b/a%20b', '/b/a%20b'],
    ['/b/a+b', '/b/a%2Bb'],
    ['/b/%e2%82%ac', '/b/%E2%82%AC'],
    ['/b//x/./y/../z/', '/b//x/./y/../z/'],
    ["/b/!'()*", '/b/%21%27%28%29%2A'],
    ['/b/%25', '/b/%25'],
    ['/b/😀', '/b/%F0%9F%98%80'],
  ])('path %s is %s', (raw, canonical) => {
    expect(canonicalPath(raw)).toBe(canonical);
  });

  it.each([
    ['b=2&a=1', 'a=1&b=2'],
    ['a=2&a=1&a=10', 'a=1&a=10&a=2'],
    ['uploads', 'uploads='],
    ['a=b=c', 'a=b%3Dc'],
    ['x=a+b%20c', 'x=a%20b%20c'],
    ['B=1&a=1&A=1', 'A=1&B=1&a=1'],
    ['&&a=1&', 'a=1'],
    ['k=%c3%a9', 'k=%C3%A9'],
    ['ab=1&a=2&a-=3', 'a=2&a-=3&ab=1'],
    ['', ''],
  ])('query %s is %s', (raw, canonical) => {
    expect(canonicalQuery(raw)).toBe(canonical);
  });

  it('leaves out one parameter', () => {
    expect(canonicalQuery('a=1&X-Amz-Signature=s&b=2', 'X-Amz-Signature')).toBe('a=1&b=2');
  });

  it('sorts headers, trims and collapses their white space, joins repeated ones', () => {
    const text = canonicalRequest({
      method: 'GET',
      rawPath: '/',
      query: '',
      headers: [
        ['x-amz-meta-b', ['  two   words\t', 'second']],
        ['host', ['h']],
        // The last byte of 'à' in UTF-8 is not white space.
        ['x-amz-meta-a', ['\u00c3\u00a0']],
      ],
      payloadHash: EMPTY_SHA256,
      timestamp: '20130524T000000Z',
      scope: { date: '20130524', region: 'r', service: 's3' },
    });
    expect(text.split('\n').slice(3, 8)).toEqual([
      'host:h',
      'x-amz-meta-a:\u00c3\u00a0',
      'x-amz-meta-b:two words,second',
      '',
      'host;x-amz-meta-a;x-amz-meta-b',
    ]);
  });
});

describe('deriveSigningKey', () => {
  it('gives the key of the documentation, again from memory', () => {
    const scope = { date: '20150830', region: 'us-east-1', service: 'iam' };
    const hex = 'c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9';
    for (let round = 0; round < 2; round++) {
      const key = deriveSigningKey('wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', scope);
      expect(key.export().toString('hex')).toBe(hex);
    }
  });

  it('keeps keys of different secrets and scopes apart', () => {
    const keys = new Set<string>();
    for (const secret of ['s', 't'])
      for (const date of ['20200101', '20200102'])
        for (const region of ['a', 'b'])
          for (const service of ['s3', 'sts']) {
            const key = deriveSigningKey(secret, { date, region, service });
            keys.add(key.export().toString('hex'));
          }
    expect(keys.size).toBe(16);
  });
});
