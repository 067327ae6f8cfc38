import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { anyone, endpoint } from '@stowage/contract/endpoint';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { startTestConsole, type TestConsole } from '../testing/test-console.ts';
import { contractRoutes } from './contract-routes.ts';
import { errorHandling } from './errors.ts';
import type { SessionCookies } from './session.ts';
import { unreadBodies } from './unread-bodies.ts';

let test: TestConsole;

beforeAll(async () => {
  test = await startTestConsole();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => test.close());

/** Sends the headers of a request and only the first byte of its body. */
function begin(app: FastifyInstance, line: string): Socket {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  const head = [line, 'Host: localhost', 'Content-Type: application/json', 'Content-Length: 9'];
  socket.write(`${head.join('\r\n')}\r\n\r\n{`);
  return socket;
}

async function statusOf(socket: Socket): Promise<number> {
  const [answer] = await once(socket, 'data');
  return Number(/^HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1]);
}

describe('a body that does not end', () => {
  it.each(['POST /nothing', 'POST /api/v1/nothing', 'DELETE /nothing', 'OPTIONS /nothing'])(
    'is not waited for where nothing is: %s',
    async (request) => {
      expect(await statusOf(begin(test.app, `${request} HTTP/1.1`))).toBe(404);
    },
  );

  it('ends with its connection when the answer was sent', async () => {
    const app = fastify();
    onTestFinished(() => app.close());
    errorHandling(app, []);
    unreadBodies(app, 50);
    app.post('/', { onRequest: async (_request, reply) => reply.send('enough') }, () => '');
    await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = begin(app, 'POST / HTTP/1.1');
    expect(await statusOf(socket)).toBe(200);
    await once(socket, 'close');
  });

  it('has no more time than the call that it belongs to', async () => {
    const app = fastify();
    onTestFinished(() => app.close());
    errorHandling(app, []);
    unreadBodies(app, 50);
    await app.register(async (api) => {
      const { serve } = contractRoutes(api, {
        cookies: {} as SessionCookies,
        mappers: [],
        checkAnswers: true,
      });
      const call = endpoint({
        id: 'test.slow',
        method: 'POST',
        path: '/slow',
        summary: 'Take what comes',
        permission: anyone('this is a test'),
        body: z.object({}),
        response: null,
        status: 200,
        errors: [],
      });
      serve(call, async () => {}, { time: 50 });
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = begin(app, 'POST /api/v1/slow HTTP/1.1');
    expect(await statusOf(socket)).toBe(408);
    await once(socket, 'close');
  });
});
