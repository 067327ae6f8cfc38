import { describe, expect, it } from 'vitest';
import type { IncomingRequest } from './incoming-request.ts';
import { checkLegacySignature, legacySignature, parseLegacySignature } from './sigv2.ts';
import { refusal, requestOf } from './testing/signed-requests.ts';

/** The account and the requests of the examples in S3's guide to Signature Version 2. */
const ACCESS_KEY = 'AKIAIOSFODNN7EXAMPLE';
const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const NOW = new Date('2007-03-27T19:40:00Z');

const get = (date = 'Tue, 27 Mar 2007 19:36:42 +0000', change: Partial<IncomingRequest> = {}) => ({
  ...requestOf('GET', 'http://s/awsexamplebucket1/photos/puppy.jpg', {
    date,
    authorization: `AWS ${ACCESS_KEY}:qgk2+6Sv9/oM7G3qLEjTH1a1l1g=`,
  }),
  ...change,
});

const check = (request: IncomingRequest, now = NOW, secret = SECRET) => {
  const parsed = parseLegacySignature(request);
  if (parsed === undefined) throw new Error('no signature was found');
  checkLegacySignature(parsed, request, secret, now);
  return parsed;
};

const presigned = (signature: string, expires: string, more = '') =>
  requestOf(
    'GET',
    `http://s/b/k?AWSAccessKeyId=${ACCESS_KEY}&Signature=${encodeURIComponent(signature)}&Expires=${expires}${more}`,
  );

describe('a signature of version 2', () => {
  it('fits the example of S3', () => {
    expect(check(get())).toMatchObject({ presigned: false, accessKey: ACCESS_KEY });
  });

  it('covers method, resource, date, content and x-amz headers', () => {
    const request = requestOf('PUT', 'http://s/b/a%20b?uploadId=x&partNumber=2&other=1', {
      'content-md5': 'md5',
      'content-type': 'text/plain',
      'x-amz-meta-b': ' two ',
      'x-amz-meta-a': 'one',
    });
    const signature = legacySignature(request, '', SECRET);
    const changes: Partial<IncomingRequest>[] = [
      { method: 'POST' },
      { rawPath: '/b/a%20c' },
      { rawQuery: 'uploadId=y&partNumber=2' },
      { rawQuery: 'uploadId=x&partNumber=3' },
      { headers: { ...request.headers, 'content-md5': 'other' } },
      { headers: { ...request.headers, 'content-type': 'text/html' } },
      { headers: { ...request.headers, 'x-amz-meta-a': 'two' } },
      { headers: { ...request.headers, 'x-amz-acl': 'public-read' } },
    ];
    for (const change of changes) {
      expect(legacySignature({ ...request, ...change }, '', SECRET)).not.toBe(signature);
    }
    expect(legacySignature(request, 'Tue, 27 Mar 2007 19:36:42 +0000', SECRET)).not.toBe(signature);
    const reordered = { ...request, rawQuery: 'other=2&partNumber=2&uploadId=x' };
    expect(legacySignature(reordered, '', SECRET)).toBe(signature);
  });

  it('is about the bytes of headers, whatever text they are', () => {
    const headers = (text: string) => ({ 'x-amz-meta-name': Buffer.from(text).toString('latin1') });
    const signature = (text: string) =>
      legacySignature(requestOf('PUT', 'http://s/b/k', headers(text)), '', SECRET);
    expect(signature('übung')).toBe('5VjgyvEnAauCePaDrKpUTs1n60A=');
  });

  it.each([
    ['another secret', get(), NOW, 'other', 'SignatureDoesNotMatch'],
    ['another path', get(undefined, { rawPath: '/b/other' }), NOW, SECRET, 'SignatureDoesNotMatch'],
    ['too late', get(), new Date('2007-03-27T20:00:00Z'), SECRET, 'RequestTimeTooSkewed'],
    ['too early', get(), new Date('2007-03-27T19:00:00Z'), SECRET, 'RequestTimeTooSkewed'],
  ])('is refused with %s', (_, request, now, secret, code) => {
    expect(refusal(() => check(request, now, secret)).code).toBe(code);
  });

  it.each([
    ['AWS ', 'InvalidArgument'],
    ['AWS key', 'InvalidArgument'],
    ['AWS :signature', 'InvalidArgument'],
    ['AWS key:', 'InvalidArgument'],
    ['AWS key:signature', 'AccessDenied'],
  ])('is malformed as %j', (authorization, code) => {
    const request = requestOf('GET', 'http://s/b', { authorization });
    expect(refusal(() => parseLegacySignature(request)).code).toBe(code);
  });

  it('in the query counts until it ends', () => {
    const expires = String(Math.floor(NOW.getTime() / 1000) + 60);
    const signature = legacySignature(requestOf('GET', 'http://s/b/k'), expires, SECRET);
    const request = presigned(signature, expires);
    expect(check(request).presigned).toBe(true);
    const late = new Date(NOW.getTime() + 61_000);
    expect(refusal(() => check(request, late)).code).toBe('AccessDenied');
    const longer = presigned(signature, String(Number(expires) + 60));
    expect(refusal(() => check(longer)).code).toBe('SignatureDoesNotMatch');
    const other = presigned(signature, expires, '&versionId=1');
    expect(refusal(() => check(other)).code).toBe('SignatureDoesNotMatch');
    expect(refusal(() => check(presigned(signature, 'soon'))).code).toBe('AccessDenied');
  });

  it('is not there in other requests', () => {
    expect(
      parseLegacySignature(requestOf('GET', 'http://s/b?prefix=AWSAccessKeyId')),
    ).toBeUndefined();
    const v4 = requestOf('GET', 'http://s/b', { authorization: 'AWS4-HMAC-SHA256 Credential=a' });
    expect(parseLegacySignature(v4)).toBeUndefined();
  });
});
