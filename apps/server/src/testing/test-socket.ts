import type { AddressInfo } from 'node:net';
import { streamProtocols } from '@stowage/contract/stream';
import { WebSocket } from 'ws';
import type { TestCaller, TestConsole } from './test-console.ts';

/** The browser's end of a stream. */
export interface TestSocket {
  readonly socket: WebSocket;
  /** Returns the next message that has not been read yet. */
  next(): Promise<unknown>;
  /** The close code of the socket, whichever side closes it. */
  readonly closed: Promise<{ code: number; reason: string }>;
}

/** The URL on which a test's console listens; starts listening if it has not yet. */
export async function originOf({ app }: TestConsole): Promise<string> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

/** Opens a stream as a page of the console would. Throws the status of a rejected handshake. */
export async function openSocket(
  console: TestConsole,
  { session }: Pick<TestCaller, 'session'>,
  path: string,
  headers: Readonly<Record<string, string>> = { 'sec-fetch-site': 'same-origin' },
): Promise<TestSocket> {
  const url = (await originOf(console)).replace('http', 'ws') + path;
  const { cookie, 'x-stowage-token': token } = session;
  const socket = new WebSocket(url, token === undefined ? [] : streamProtocols(token), {
    headers: { ...(cookie && { cookie }), ...headers },
  });
  const waiting: string[] = [];
  const wake: (() => void)[] = [];
  socket.on('message', (data) => {
    for (const line of String(data).split('\n')) {
      waiting.push(line);
      wake.shift()?.();
    }
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once('open', resolve);
  socket.on('error', reject);
  await promise;
  return {
    socket,
    closed,
    async next() {
      if (waiting.length === 0) await new Promise<void>((woken) => wake.push(woken));
      return JSON.parse(waiting.shift() ?? '');
    },
  };
}
