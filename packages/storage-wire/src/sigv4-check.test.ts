import { describe, expect, it } from 'vitest';
import type { IncomingRequest } from './incoming-request.ts';
import { EMPTY_SHA256, presignUrl, signRequest } from './sigv4.ts';
import { checkSignature, parseSignature } from './sigv4-check.ts';
import {
  CREDENTIALS,
  check,
  NOW,
  present,
  presigned,
  REGION,
  refusal,
  requestOf,
  signed,
} from './testing/signed-requests.ts';
import { encodeKey } from './uri.ts';

const SEVEN_DAYS = 604_800;

const KEYS = [
  'plain',
  'a b+c&d=e?f#g',
  '//x/./y/../z/',
  'ünï/😀',
  "!'()*~",
  'per%25cent%',
  'tab\tnl\nctl\u0001',
];

describe('a signature made by this package', () => {
  it.each(KEYS)('is accepted in the header for the key %j', (key) => {
    const request = signed('PUT', `http://s:9000/b/${encodeKey(key)}?uploads&x=1%202`);
    expect(check(request)).toMatchObject({
      seedSignature: present(request).signature,
      scope: { date: '20260301', region: REGION, service: 's3' },
      timestamp: '20260301T120000Z',
    });
  });

  it.each(KEYS)('is accepted in the query for the key %j', (key) => {
    const request = presigned(`http://s:9000/b/${encodeKey(key)}?versionId=1`);
    expect(check(request).seedSignature).toBe(present(request).signature);
  });

  it.each([
    ['no spaces', (text: string) => text.replaceAll(', ', ',')],
    ['other order', (text: string) => text.replace(/ (Cred[^,]*), (.*)$/, ' $2, $1')],
  ])('is read with %s in the header', (_, change) => {
    const request = signed();
    const authorization = change(request.headers.authorization ?? '');
    expect(check({ ...request, headers: { ...request.headers, authorization } })).toBeDefined();
  });

  it('counts for its own request alone where the same client signs another one', () => {
    const [one, other] = [signed('GET', 'http://s:9000/b/1'), signed('GET', 'http://s:9000/b/2')];
    expect(check(one).seedSignature).toBe(present(one).signature);
    expect(check(other).seedSignature).toBe(present(other).signature);
    const mixed = { ...one.headers, authorization: other.headers.authorization };
    expect(refusal(() => check({ ...one, headers: mixed })).code).toBe('SignatureDoesNotMatch');
    const longer = { ...one.headers, authorization: `${one.headers.authorization}, Signature=0` };
    const malformed = () => check({ ...one, headers: longer });
    expect(refusal(malformed).code).toBe('AuthorizationHeaderMalformed');
  });

  it('counts the same with the query in another order and encoding', () => {
    const request = signed('GET', 'http://s:9000/b?prefix=a%2Fb&list-type=2&x=%20');
    expect(check({ ...request, rawQuery: 'list-type=2&x=+&prefix=a/b' })).toBeDefined();
  });

  it.each(['jürgen', '李雷', 'a b+c/d'])(
    'names %s as the signer, in the header and in the query',
    (accessKey) => {
      const credentials = { ...CREDENTIALS, accessKey };
      const place = { credentials, region: REGION, service: 's3', now: NOW };
      const url = 'http://s:9000/b/k';
      const sent = signRequest({
        method: 'GET',
        url,
        headers: {},
        payloadHash: EMPTY_SHA256,
        ...place,
      });
      // Header bytes sent by a client, as Node decodes them.
      expect(Buffer.from(sent.authorization ?? '', 'latin1').toString('utf8')).toContain(accessKey);
      expect(present(requestOf('GET', url, sent)).accessKey).toBe(accessKey);
      expect(check(requestOf('GET', url, sent))).toBeDefined();
      const link = presignUrl({ method: 'GET', url, expiresSeconds: 60, ...place });
      expect(present(requestOf('GET', link)).accessKey).toBe(accessKey);
      expect(check(requestOf('GET', link))).toBeDefined();
    },
  );

  it('covers header bytes that are not ASCII', () => {
    const request = signed('PUT', undefined, { 'x-amz-meta-who': 'à  la Zoë' });
    expect(check(request)).toBeDefined();
  });

  it('covers headers that came twice, joined without a space', () => {
    const request = signed('PUT', undefined, { 'x-amz-meta-v': 'one,two' });
    const headers = { ...request.headers, 'x-amz-meta-v': 'one, two' };
    const rawHeaders = ['X-Amz-Meta-V', 'one', 'Host', 's:9000', 'x-amz-meta-v', 'two'];
    expect(check({ ...request, headers, rawHeaders })).toBeDefined();
    expect(refusal(() => check({ ...request, headers })).code).toBe('SignatureDoesNotMatch');
  });

  it('may stand for a body whose hash only the server computes (STS)', () => {
    const hash = 'a'.repeat(64);
    const url = 'http://s:9000/';
    const sent = signRequest({
      method: 'POST',
      url,
      headers: {},
      payloadHash: hash,
      credentials: CREDENTIALS,
      region: REGION,
      service: 'sts',
      now: NOW,
    });
    const asSts = requestOf('POST', url, sent);
    expect(check(asSts, { service: 'sts', payloadHash: hash })).toBeDefined();
    const other = () => check(asSts, { service: 'sts', payloadHash: EMPTY_SHA256 });
    expect(refusal(other).code).toBe('SignatureDoesNotMatch');
    expect(refusal(() => check(asSts)).code).toBe('AuthorizationHeaderMalformed');
  });
});

describe('a changed request', () => {
  const base = signed('PUT', 'http://s:9000/b/k?partNumber=1&uploadId=u', {
    'content-type': 'text/plain',
    'x-amz-meta-a': '1',
  });
  const changes: [string, Partial<IncomingRequest>][] = [
    ['method', { method: 'DELETE' }],
    ['path', { rawPath: '/b/k2' }],
    ['path with a dot segment', { rawPath: '/b/./k' }],
    ['query value', { rawQuery: 'partNumber=2&uploadId=u' }],
    ['query addition', { rawQuery: 'partNumber=1&uploadId=u&versionId=1' }],
    ['query removal', { rawQuery: 'partNumber=1' }],
    ['signed header', { headers: { ...base.headers, 'x-amz-meta-a': '2' } }],
    ['host', { headers: { ...base.headers, host: 'other:9000' } }],
    ['payload hash', { headers: { ...base.headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } }],
    ['signed header gone', { headers: { ...base.headers, 'x-amz-meta-a': undefined } }],
    ['date', { headers: { ...base.headers, 'x-amz-date': '20260301T120001Z' } }],
  ];

  it.each(changes)('is refused: %s', (_, change) => {
    expect(refusal(() => check(base)).code).toBe('accepted');
    expect(refusal(() => check({ ...base, ...change })).code).toBe('SignatureDoesNotMatch');
  });

  it('is refused with another secret', () => {
    expect(refusal(() => check(base, {}, 'other-secret')).code).toBe('SignatureDoesNotMatch');
  });

  it.each([
    ['X-Amz-Expires=60', 'X-Amz-Expires=600'],
    ['versionId=1', 'versionId=2'],
    ['X-Amz-SignedHeaders=host', 'X-Amz-SignedHeaders=host%3Bdate'],
  ])('is refused as a presigned URL with %s made %s', (from, to) => {
    const request = presigned('http://s:9000/b/k?versionId=1');
    expect(request.rawQuery).toContain(from);
    const changed = { ...request, rawQuery: request.rawQuery.replace(from, to) };
    expect(refusal(() => check(changed)).code).toBe('SignatureDoesNotMatch');
  });

  it.each(['', 'x', 'A'.repeat(64), '😀'.repeat(32)])('is refused: signature %j', (signature) => {
    const parsed = { ...present(base), signature };
    const run = () => checkSignature(parsed, base, CREDENTIALS.secretKey, { now: NOW });
    expect(refusal(run).code).toBe('SignatureDoesNotMatch');
  });
});

describe('headers that must be signed', () => {
  it.each(['x-amz-acl', 'x-amz-meta-new', 'x-amz-security-token'])(
    'refuses an unsigned %s',
    (name) => {
      const request = signed();
      const headers = { ...request.headers, [name]: 'added' };
      expect(refusal(() => check({ ...request, headers }))).toEqual({
        code: 'AccessDenied',
        message: 'There were headers present in the request which were not signed',
      });
    },
  );

  it('lets others be added on the way', () => {
    const request = signed();
    const headers = { ...request.headers, 'x-forwarded-for': '10.0.0.1', accept: '*/*' };
    expect(check({ ...request, headers })).toBeDefined();
  });

  it('lets a presigned URL be sent with a payload hash', () => {
    const request = presigned();
    const headers = { ...request.headers, 'x-amz-content-sha256': EMPTY_SHA256 };
    expect(check({ ...request, headers })).toBeDefined();
  });

  it('uses the payload hash of a presigned URL that signed it', () => {
    const request = presigned(undefined, { headers: { 'x-amz-content-sha256': EMPTY_SHA256 } });
    expect(present(request).payloadHash).toBe(EMPTY_SHA256);
  });

  it('refuses a signature that leaves out the host', () => {
    const request = signed();
    const authorization = request.headers.authorization?.replace('host;', '');
    const headers = { ...request.headers, authorization };
    expect(refusal(() => check({ ...request, headers })).code).toBe('AccessDenied');
  });
});

describe('time', () => {
  it.each([
    [-15 * 60, 'accepted'],
    [15 * 60, 'accepted'],
    [-15 * 60 - 1, 'RequestTimeTooSkewed'],
    [15 * 60 + 1, 'RequestTimeTooSkewed'],
    [24 * 3600, 'RequestTimeTooSkewed'],
  ])('a header signature seen %i s later is %s', (seconds, code) => {
    const now = new Date(NOW.getTime() + seconds * 1000);
    expect(refusal(() => check(signed(), { now })).code).toBe(code);
  });

  it.each([
    [60, 'accepted', ''],
    [61, 'AccessDenied', 'Request has expired'],
    [-15 * 60, 'accepted', ''],
    [-15 * 60 - 1, 'AccessDenied', 'Request is not valid yet'],
  ])('a URL for 60 s seen %i s later is %s', (seconds, code, message) => {
    const now = new Date(NOW.getTime() + seconds * 1000);
    expect(refusal(() => check(presigned(), { now }))).toEqual({ code, message });
  });

  it('lets a URL live seven days', () => {
    const now = new Date(NOW.getTime() + SEVEN_DAYS * 1000);
    const url = presigned(undefined, { expiresSeconds: SEVEN_DAYS });
    expect(check(url, { now })).toBeDefined();
    const later = new Date(now.getTime() + 1);
    expect(refusal(() => check(url, { now: later })).message).toBe('Request has expired');
  });

  it('takes the Date header where x-amz-date is missing', () => {
    const request = signed();
    const headers = { ...request.headers, date: NOW.toUTCString(), 'x-amz-date': undefined };
    expect(present({ ...request, headers }).timestamp).toBe('20260301T120000Z');
    const basic = { ...headers, date: '20260301T120000Z' };
    expect(present({ ...request, headers: basic }).timestamp).toBe('20260301T120000Z');
  });

  it.each([undefined, '', '2026-03-01T12:00:00Z', '20260231T120000Z', '20260301T126000Z', 'now'])(
    'needs a date; %j is none',
    (date) => {
      const request = signed();
      const headers = { ...request.headers, 'x-amz-date': date };
      expect(refusal(() => parseSignature({ ...request, headers })).code).toBe('AccessDenied');
    },
  );
});

describe('scope', () => {
  it('must name the region of the server, where that is given', () => {
    expect(refusal(() => check(signed(), { region: 'eu-west-1' }))).toEqual({
      code: 'AuthorizationHeaderMalformed',
      message: "The region 'us-east-1' is wrong; expecting 'eu-west-1'.",
    });
    expect(refusal(() => check(presigned(), { region: 'eu-west-1' })).code).toBe(
      'AuthorizationQueryParametersError',
    );
    expect(check(signed(), { region: undefined })).toBeDefined();
  });

  it('must be of the day of the request', () => {
    const request = signed();
    const authorization = request.headers.authorization?.replace('/20260301/', '/20260302/');
    const headers = { ...request.headers, authorization };
    expect(refusal(() => check({ ...request, headers })).code).toBe('AuthorizationHeaderMalformed');
  });
});
