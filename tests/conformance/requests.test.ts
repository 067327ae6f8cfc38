import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import {
  amzTimestamp,
  deriveSigningKey,
  EMPTY_SHA256,
  formatScope,
  presignUrl,
  requestSignature,
  SIGV4_ALGORITHM,
} from '@stowage/storage-wire/sigv4';
import { beforeAll, describe, expect, it } from 'vitest';
import { createUser } from './support/admin.ts';
import { content, MIB } from './support/content.ts';
import { send, signedHeaders } from './support/raw-request.ts';
import { freshName, useServer } from './support/server.ts';

const server = useServer();
let bucket = '';

beforeAll(async () => {
  bucket = await server.bucket();
  await send(server.target, { method: 'PUT', bucket, key: 'here', body: 'x' });
});

/** Servers differ in how strictly they validate malformed headers. */
const UNKNOWN =
  /^(InvalidRequest|AccessDenied|UnsupportedSignature|SignatureDoesNotMatch|InvalidArgument|MissingFields)$/;
const MALFORMED =
  /^(AuthorizationHeaderMalformed|AuthorizationQueryParametersError|InvalidRequest|MissingFields)$/;

const REFUSED = /^(SignatureDoesNotMatch|RequestTimeTooSkewed|AuthorizationHeaderMalformed)$/;

describe('signatures', () => {
  it('of an unknown account are refused', async () => {
    const account = { accessKey: 'nobody', secretKey: 'nothing-at-all' };
    expect(await send(server.target, { bucket, key: 'here', account })).toMatchObject({
      status: 403,
      code: 'InvalidAccessKeyId',
    });
  });

  it.each(['jürgen', '李雷李雷', 'a b+c'])(
    'of a user named %s count, in header, query and STS',
    async (name) => {
      const { target } = server;
      const account = { accessKey: freshName(name), secretKey: 'secret-of-the-user' };
      await createUser(target, account, 'readonly');
      expect(await send(target, { bucket, key: 'here', account })).toMatchObject({ status: 200 });
      const link = presignUrl({
        method: 'GET',
        url: `${target.endpoint}/${bucket}/here`,
        credentials: account,
        region: target.region,
        service: 's3',
        expiresSeconds: 60,
      });
      expect((await fetch(link)).status).toBe(200);
      const body = 'Action=AssumeRole&Version=2011-06-15';
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const login = await send(target, { method: 'POST', service: 'sts', account, headers, body });
      expect([login.status, login.body.toString()]).toEqual([
        200,
        expect.stringContaining('<AccessKeyId>'),
      ]);
    },
  );

  it('with a wrong secret are refused', async () => {
    const account = { accessKey: server.target.accessKey, secretKey: 'wrong-secret' };
    expect(await send(server.target, { bucket, key: 'here', account })).toMatchObject({
      status: 403,
      code: 'SignatureDoesNotMatch',
    });
  });

  it.each([
    ['16 minutes late', -16],
    ['16 minutes early', 16],
    ['a day late', -24 * 60],
  ])('made by a clock that is %s are refused', async (_, minutes) => {
    const now = new Date(Date.now() + minutes * 60_000);
    expect(await send(server.target, { bucket, key: 'here', now })).toMatchObject({
      status: 403,
      code: 'RequestTimeTooSkewed',
    });
  });

  it('made by a clock that is a little off are taken', async () => {
    for (const minutes of [-10, 10]) {
      const now = new Date(Date.now() + minutes * 60_000);
      expect((await send(server.target, { bucket, key: 'here', now })).status).toBe(200);
    }
  });

  it.each([
    ['a header changed', { 'x-amz-meta-a': 'two' }],
    ['the date changed', { 'x-amz-date': '20200101T000000Z' }],
  ])('with %s on the way are refused', async (_, tamper) => {
    const response = await send(server.target, {
      method: 'PUT',
      bucket,
      key: 'tampered',
      body: 'x',
      headers: { 'x-amz-meta-a': 'one' },
      tamper,
    });
    expect([400, 403]).toContain(response.status);
    expect(response.code).toMatch(REFUSED);
  });

  it('for another region are refused', async () => {
    const response = await send(server.target, { bucket, key: 'here', region: 'mars-1' });
    expect(response).toMatchObject({ status: 400, code: 'AuthorizationHeaderMalformed' });
  });

  it.each([
    ['nonsense', 'nonsense', UNKNOWN],
    ['an unknown algorithm', 'AWS5-HMAC Credential=a/b/c/d/aws5', UNKNOWN],
    ['no parts', 'AWS4-HMAC-SHA256 ', MALFORMED],
    [
      'a broken credential',
      'AWS4-HMAC-SHA256 Credential=me, SignedHeaders=host, Signature=00',
      MALFORMED,
    ],
  ])('of %s are refused', async (_, authorization, code) => {
    const response = await send(server.target, { bucket, key: 'here', tamper: { authorization } });
    expect([400, 403]).toContain(response.status);
    expect(response.code).toMatch(code);
  });

  it('are needed', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const response = await send(server.target, { method, bucket, key: 'here', anonymous: true });
      expect(response).toMatchObject({ status: 403, code: 'AccessDenied' });
    }
    const list = await send(server.target, { anonymous: true });
    expect(list).toMatchObject({ status: 403, code: 'AccessDenied' });
  });
});

describe('a query with several values of one name', () => {
  const query = 'list-type=2&x=b&x=a&x=c';
  const signedOver = async (signed: string) => {
    const { target } = server;
    const timestamp = amzTimestamp(new Date());
    const scope = { date: timestamp.slice(0, 8), region: target.region, service: 's3' };
    const signature = requestSignature(
      {
        method: 'GET',
        rawPath: `/${bucket}/`,
        query: signed,
        headers: [
          ['host', [new URL(target.endpoint).host]],
          ['x-amz-content-sha256', [EMPTY_SHA256]],
          ['x-amz-date', [timestamp]],
        ],
        payloadHash: EMPTY_SHA256,
        timestamp,
        scope,
      },
      deriveSigningKey(target.secretKey, scope),
    );
    const { status } = await fetch(`${target.endpoint}/${bucket}/?${query}`, {
      headers: {
        authorization: `${SIGV4_ALGORITHM} Credential=${target.accessKey}/${formatScope(scope)}, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=${signature}`,
        'x-amz-content-sha256': EMPTY_SHA256,
        'x-amz-date': timestamp,
      },
    });
    return status;
  };

  it('may be signed with the values in their own order, as mc does', async () => {
    expect(await signedOver(query)).toBe(200);
    expect(await signedOver('list-type=2&x=c&x=b&x=a')).toBe(403);
  });
});

describe('bodies', () => {
  it('that are not the signed ones are refused', async () => {
    const response = await send(server.target, {
      method: 'PUT',
      bucket,
      key: 'mismatch',
      body: 'what came',
      payloadHash: '0'.repeat(64),
    });
    expect(response).toMatchObject({ status: 400, code: 'XAmzContentSHA256Mismatch' });
    expect((await send(server.target, { bucket, key: 'mismatch' })).code).toBe('NoSuchKey');
  });

  it('are taken without a hash from clients that sign that of nothing, as curl 7 does', async () => {
    const { target } = server;
    const timestamp = amzTimestamp(new Date());
    const scope = { date: timestamp.slice(0, 8), region: target.region, service: 's3' };
    const { host } = new URL(target.endpoint);
    const upload = (payloadHash: string) => {
      const signature = requestSignature(
        {
          method: 'PUT',
          rawPath: `/${bucket}/curl`,
          query: '',
          headers: [
            ['host', [host]],
            ['x-amz-date', [timestamp]],
          ],
          payloadHash,
          timestamp,
          scope,
        },
        deriveSigningKey(target.secretKey, scope),
      );
      const authorization = `${SIGV4_ALGORITHM} Credential=${target.accessKey}/${formatScope(scope)}, SignedHeaders=host;x-amz-date, Signature=${signature}`;
      const headers = { authorization, 'x-amz-date': timestamp };
      const request = { method: 'PUT', bucket, key: 'curl', body: 'content', headers };
      return send(target, { ...request, anonymous: true });
    };
    expect((await upload(EMPTY_SHA256)).status).toBe(200);
    expect((await send(target, { bucket, key: 'curl' })).body.toString()).toBe('content');
    const { code } = await upload(createHash('sha256').update('else').digest('hex'));
    expect(code).toBe('SignatureDoesNotMatch');
  });

  it('need a length', async () => {
    const answer = await rawPut('no-length', {
      send: { 'transfer-encoding': 'chunked' },
      bytes: '1\r\nx\r\n0\r\n\r\n',
    });
    expect(answer).toMatch(/^HTTP\/1\.1 411/);
    expect(answer).toContain('<Code>MissingContentLength</Code>');
  });

  it('over 5 TiB are refused before they are sent', async () => {
    const answer = await rawPut('huge', {
      send: { 'content-length': String(5 * 1024 ** 2 * MIB + 1) },
      bytes: '',
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
    expect(answer).toContain('<Code>EntityTooLarge</Code>');
  });

  it.each([
    ['a list of objects to delete', { method: 'POST', query: { delete: '' } }],
    ['a bucket configuration', { method: 'PUT' }],
    ['a bucket policy', { method: 'PUT', query: { policy: '' } }],
  ])('over the limit of %s are refused', async (_, request) => {
    const response = await send(server.target, {
      ...request,
      bucket,
      body: Buffer.alloc(5 * MIB, 32),
      headers: { 'content-md5': 'AAAAAAAAAAAAAAAAAAAAAA==' },
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(response.code).not.toBe('');
  });
});

/**
 * Sends the headers of an upload and some bytes over a separate socket, and returns the complete
 * response.
 */
async function rawPut(
  key: string,
  {
    send: headers,
    bytes,
    destroy = false,
  }: { send: Record<string, string>; bytes: string | Uint8Array; destroy?: boolean },
): Promise<string> {
  const url = new URL(server.target.endpoint);
  const signed = signedHeaders(server.target, {
    method: 'PUT',
    bucket,
    key,
    payloadHash: 'UNSIGNED-PAYLOAD',
  });
  const lines = Object.entries({ ...signed, ...headers, connection: 'close' });
  const socket = connect(Number(url.port), url.hostname);
  await once(socket, 'connect');
  socket.write(
    `PUT /${bucket}/${key} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
  await new Promise<void>((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
  if (destroy) {
    socket.destroy();
    await once(socket, 'close');
    return '';
  }
  const pieces: Buffer[] = [];
  for await (const piece of socket) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('latin1');
}

describe('connections', () => {
  it('that speak no HTTP are answered and ended', async () => {
    const url = new URL(server.target.endpoint);
    const socket = connect(Number(url.port), url.hostname);
    await once(socket, 'connect');
    socket.write('this is no request\r\n\r\n');
    const pieces: Buffer[] = [];
    for await (const piece of socket) pieces.push(piece as Buffer);
    expect(Buffer.concat(pieces).toString('latin1')).toMatch(/^HTTP\/1\.1 400 /);
    expect((await send(server.target, { bucket, key: 'here' })).status).toBe(200);
  });
});

describe('interrupted uploads', () => {
  it.each([0, 10, MIB])('leave nothing behind after %i bytes', async (sent) => {
    const key = `cut-${sent}`;
    await rawPut(key, {
      send: { 'content-length': String(4 * MIB) },
      bytes: content(sent),
      destroy: true,
    });
    await eventuallyQuiet();
    expect((await send(server.target, { bucket, key })).code).toBe('NoSuchKey');
    const { Contents = [] } = await server.s3.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: 'cut-' }),
    );
    expect(Contents).toEqual([]);
    const uploads = await server.s3.send(
      new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: key }),
    );
    expect(uploads.Uploads ?? []).toEqual([]);
  });

  it('leave the object that was there', async () => {
    const key = 'kept';
    await send(server.target, { method: 'PUT', bucket, key, body: 'before' });
    await rawPut(key, {
      send: { 'content-length': String(4 * MIB) },
      bytes: content(2 * MIB),
      destroy: true,
    });
    await eventuallyQuiet();
    expect((await send(server.target, { bucket, key })).body.toString()).toBe('before');
  });

  it('that end early on an open connection are refused', async () => {
    const url = new URL(server.target.endpoint);
    const key = 'half-closed';
    const signed = signedHeaders(server.target, {
      method: 'PUT',
      bucket,
      key,
      payloadHash: 'UNSIGNED-PAYLOAD',
    });
    const lines = Object.entries({ ...signed, 'content-length': '100', connection: 'close' });
    const socket = connect({ port: Number(url.port), host: url.hostname, allowHalfOpen: true });
    await once(socket, 'connect');
    socket.end(
      `PUT /${bucket}/${key} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\nfirst half`,
    );
    const pieces: Buffer[] = [];
    for await (const piece of socket) pieces.push(piece as Buffer);
    const answer = Buffer.concat(pieces).toString('latin1');
    // Some HTTP servers drop a half-closed connection without a response.
    if (answer !== '') {
      expect(answer).toMatch(/<Code>(IncompleteBody|ClientDisconnected|RequestTimeout)</);
    }
    expect((await send(server.target, { bucket, key })).code).toBe('NoSuchKey');
  });
});

/** Gives the server time to notice a closed connection by having it answer further requests. */
async function eventuallyQuiet(): Promise<void> {
  for (let n = 0; n < 5; n += 1) await send(server.target, { bucket, key: 'here' });
}
