import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestConsole,
  type TestCaller,
  type TestConsole,
} from '../../../testing/test-console.ts';

let test: TestConsole;
let root: TestCaller;

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
});
afterAll(() => test.close());

const list = (more: object = {}, caller = root) => {
  const { accessKey, secretKey, endpoint } = test.target;
  const payload = { accessKey, secretKey, targetURL: endpoint, useTLS: false, ...more };
  return caller.send({ method: 'POST', url: '/api/v1/list-external-buckets', payload });
};

/**
 * The console's response for a server with this response, and the number of requests it received.
 */
async function about(
  answer: RequestListener,
  caller = root,
): Promise<{ response: Awaited<ReturnType<typeof list>>; asked: number }> {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    answer(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const response = await list({ targetURL: `http://127.0.0.1:${port}` }, caller);
  server.closeAllConnections();
  await once(server.close(), 'close');
  return { response, asked };
}

describe('the buckets of a remote server', () => {
  it('are listed by name [API-15]', async () => {
    await test.s3.makeBucket({ bucket: 'there-a' });
    await test.s3.makeBucket({ bucket: 'there-b' });
    const response = await list();
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      buckets: [{ name: 'there-a' }, { name: 'there-b' }],
      total: 2,
    });
  });

  it('need an address that can be one', async () => {
    for (const targetURL of ['ftp://x', 'http://x/bucket', 'http://a:b@x', '']) {
      expect((await list({ targetURL })).json()).toMatchObject({
        errorCode: 'InvalidInput',
        field: 'targetURL',
      });
    }
  });

  it.each([
    ['accessKey', { accessKey: 'a\r\nb' }],
    ['accessKey', { accessKey: 'ключ' }],
    ['region', { region: 'a\nb' }],
  ])('are not asked for with what no header takes: %s in %j', async (field, more) => {
    const response = await list(more);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ errorCode: 'InvalidInput', field });
  });

  it('are not told for wrong credentials, and nobody is logged out for them', async () => {
    for (const keys of [{ secretKey: 'not-the-secret' }, { accessKey: 'nobody' }]) {
      const response = await list(keys);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ errorCode: 'RemoteRefused' });
      expect(response.body).not.toContain('not-the-secret');
    }
    expect(test.log.join()).not.toContain('not-the-secret');
    expect((await list()).statusCode).toBe(200);
  });

  it('are not there when nobody answers', async () => {
    const response = await list({ targetURL: 'http://127.0.0.1:1' });
    expect(response.statusCode).toBe(502);
    expect(response.json()).toMatchObject({
      errorCode: 'RemoteUnreachable',
      detailedMessage: 'No connection to 127.0.0.1:1 (ECONNREFUSED).',
    });
  });

  it.each<[string, RequestListener]>([
    ['a page', (_request, response) => response.end('<html>SECRET</html>')],
    ['a failure', (_request, response) => response.writeHead(500).end('SECRET')],
    [
      'an S3 error',
      (_request, response) =>
        response.writeHead(404).end('<Error><Code>SECRET</Code><Message>SECRET</Message></Error>'),
    ],
    [
      'no end of bytes',
      (_request, response) => {
        response.writeHead(200);
        const piece = Buffer.alloc(1024 * 1024, 'SECRET');
        const more = () => {
          while (response.write(piece)) if (response.destroyed) return;
        };
        response.on('drain', more);
        more();
      },
    ],
    ['something that is no HTTP', (request) => request.socket.end('SECRET\r\n\r\n')],
  ])(
    'are not there when a server answers with %s, of which nothing is told',
    async (_what, answer) => {
      const { response } = await about(answer);
      expect(response.statusCode).toBe(502);
      expect(response.json()).toMatchObject({ errorCode: 'RemoteUnreachable' });
      expect(response.body).not.toContain('SECRET');
      expect(test.log.join()).not.toContain('SECRET');
    },
  );

  it('are not looked for where a server points to another one', async () => {
    let reached = false;
    const inner = createServer((_request, response) => {
      reached = true;
      response.end();
    });
    await once(inner.listen(0, '127.0.0.1'), 'listening');
    const { port } = inner.address() as AddressInfo;
    const { response, asked } = await about((_request, answer) =>
      answer.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end(),
    );
    inner.close();
    expect(response.json()).toMatchObject({ errorCode: 'RemoteUnreachable' });
    expect(asked).toBe(1);
    expect(reached).toBe(false);
  });

  it('are only for those who may set targets, and nobody else makes the console connect', async () => {
    const keys = await test.addUser('curious', {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }],
    });
    const { response, asked } = await about(
      (_request, answer) => answer.end(),
      await test.logIn(keys),
    );
    expect(response.statusCode).toBe(403);
    expect(response.json().detailedMessage).toContain('admin:SetBucketTarget');
    expect(asked).toBe(0);
    const allowed = await test.logIn(
      await test.addUser('setter', {
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Action: ['admin:SetBucketTarget'] }],
      }),
    );
    expect((await list({}, allowed)).statusCode).toBe(200);
    expect((await list({}, test.anonymous)).statusCode).toBe(401);
  });

  it.each<[string, object]>([
    ['an address that the console does not know', { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } }],
    ['a header', { StringLike: { 'aws:Referer': 'https://evil.example/*' } }],
  ])('are only for those who surely may: a deny for %s holds', async (what, Condition) => {
    const keys = await test.addUser(`maybe-${what.length}`, {
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Action: ['admin:*'] },
        { Effect: 'Deny', Action: ['admin:SetBucketTarget'], Condition },
      ],
    });
    const { response, asked } = await about(
      (_request, answer) => answer.end(),
      await test.logIn(keys),
    );
    expect(response.statusCode).toBe(403);
    expect(asked).toBe(0);
  });

  it.each([
    'http://169.254.169.254',
    'http://[::ffff:169.254.169.254]',
    'http://2852039166',
    'https://[fe80::1]:9000',
    'http://[fd00:ec2::254]',
  ])('are not looked for at %s, where clouds keep secrets', async (targetURL) => {
    const response = await list({ targetURL });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ errorCode: 'InvalidInput', field: 'targetURL' });
  });
});
