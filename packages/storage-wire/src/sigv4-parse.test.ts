import { describe, expect, it } from 'vitest';
import { EMPTY_SHA256 } from './sigv4.ts';
import { parseSignature } from './sigv4-check.ts';
import {
  present,
  presigned,
  REGION,
  refusal,
  requestOf,
  signed,
} from './testing/signed-requests.ts';

describe('a signed request', () => {
  it('tells who signed', () => {
    expect(present(signed('GET', undefined, {}, { sessionToken: 'tok' }))).toMatchObject({
      kind: 'header',
      accessKey: 'someone',
      scope: { date: '20260301', region: REGION, service: 's3' },
      payloadHash: EMPTY_SHA256,
      timestamp: '20260301T120000Z',
      sessionToken: 'tok',
    });
    expect(present(presigned(undefined, { sessionToken: 'a+/=' }))).toMatchObject({
      kind: 'presigned',
      signedHeaders: new Set(['host']),
      payloadHash: 'UNSIGNED-PAYLOAD',
      expires: 60,
      sessionToken: 'a+/=',
    });
  });

  it('may name an access key with slashes', () => {
    const request = signed();
    const authorization = request.headers.authorization?.replace('someone', 'org/unit/someone');
    const headers = { ...request.headers, authorization };
    expect(present({ ...request, headers }).accessKey).toBe('org/unit/someone');
  });
});

describe('what anonymous means', () => {
  it('is a request without authorization', () => {
    expect(parseSignature(requestOf('GET', 'http://s/b?list-type=2'))).toEqual({
      kind: 'anonymous',
    });
  });

  it.each([
    [{ authorization: 'Bearer abc' }, ''],
    [{ authorization: '' }, ''],
  ])('is not a request with %j%s', (headers, query) => {
    const request = requestOf('GET', `http://s/b${query}`, headers);
    expect(refusal(() => parseSignature(request)).code).toBe('InvalidRequest');
  });
});

describe('malformed authorization', () => {
  const good = `Credential=a/20260301/r/s3/aws4_request, SignedHeaders=host, Signature=${'a'.repeat(64)}`;

  it.each([
    ['AWS4-HMAC-SHA256'],
    ['AWS4-HMAC-SHA256 '],
    [`AWS4-HMAC-SHA256 ${good}, ${good}`],
    [`AWS4-HMAC-SHA256 ${good.replace('Credential=', 'Cred=')}`],
    [`AWS4-HMAC-SHA256 ${good.replace('/aws4_request', '')}`],
    [`AWS4-HMAC-SHA256 ${good.replace('/aws4_request', '/aws5_request')}`],
    [`AWS4-HMAC-SHA256 ${good.replace('a/2026', '2026')}`],
    [`AWS4-HMAC-SHA256 ${good.replace('20260301', '2026-03-01')}`],
    [`AWS4-HMAC-SHA256 ${good.replace('SignedHeaders=host, ', '')}`],
    [`AWS4-HMAC-SHA256 ${good.replace('=host', '=')}`],
    [`AWS4-HMAC-SHA256 ${good.replace('=host', '=host;;x')}`],
    [`AWS4-HMAC-SHA256 ${good.replace('=host', '=host;a b')}`],
    [`AWS4-HMAC-SHA256 ${good.replace(/, Signature=.*/, '')}`],
    [`AWS4-HMAC-SHA256 ${good.replace(/Signature=.*/, 'Signature=')}`],
  ])('%s', (authorization) => {
    const request = requestOf('GET', 'http://s/', {
      authorization,
      'x-amz-date': '20260301T120000Z',
    });
    expect(refusal(() => parseSignature(request)).code).toBe('AuthorizationHeaderMalformed');
  });

  it.each([
    ['X-Amz-Expires', '604801'],
    ['X-Amz-Expires', '-1'],
    ['X-Amz-Expires', '1.5'],
    ['X-Amz-Expires', ''],
    ['X-Amz-Expires', '1e3'],
    ['X-Amz-Date', '20260301'],
    ['X-Amz-Algorithm', 'AWS4-ECDSA-P256-SHA256'],
    ['X-Amz-Credential', 'nobody'],
    ['X-Amz-SignedHeaders', ''],
    ['X-Amz-Signature', ''],
  ])('query %s=%s', (name, value) => {
    const request = presigned();
    const query = new URLSearchParams(request.rawQuery);
    query.set(name, value);
    const changed = { ...request, rawQuery: query.toString() };
    expect(refusal(() => parseSignature(changed)).code).toBe('AuthorizationQueryParametersError');
  });

  it.each([
    'X-Amz-Algorithm',
    'X-Amz-Credential',
    'X-Amz-Date',
    'X-Amz-Expires',
    'X-Amz-Signature',
  ])('query without %s, or with it twice', (name) => {
    const request = presigned();
    const query = new URLSearchParams(request.rawQuery);
    const twice = `${request.rawQuery}&${name}=x`;
    query.delete(name);
    for (const rawQuery of [query.toString(), twice]) {
      const run = () => parseSignature({ ...request, rawQuery });
      expect(refusal(run).code).toBe('AuthorizationQueryParametersError');
    }
  });

  it('two signatures at once', () => {
    const request = presigned();
    const headers = { ...request.headers, authorization: signed().headers.authorization };
    expect(refusal(() => parseSignature({ ...request, headers })).code).toBe('InvalidArgument');
  });

  it.each([
    ['abc', 'InvalidArgument'],
    ['', 'InvalidArgument'],
    ['g'.repeat(64), 'InvalidArgument'],
    ['unsigned-payload', 'InvalidArgument'],
    ['STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD', 'UnsupportedSignature'],
    ['STREAMING-AWS4-HMAC-SHA256-PAYLOAD', 'accepted'],
    ['STREAMING-UNSIGNED-PAYLOAD-TRAILER', 'accepted'],
    ['UNSIGNED-PAYLOAD', 'accepted'],
  ])('payload hash %s: %s', (hash, code) => {
    const request = signed();
    const headers = { ...request.headers, 'x-amz-content-sha256': hash };
    expect(refusal(() => parseSignature({ ...request, headers })).code).toBe(code);
  });
});
