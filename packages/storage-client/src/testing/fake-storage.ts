import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createStoragePool } from '../dispatcher.ts';
import type { StorageClientOptions } from '../transport.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** The account of clients in tests. */
export const CREDENTIALS = { accessKey: 'someone', secretKey: 'a-long-secret' };

/** Starts a server with a test's handler; returns the options for its clients. */
export async function startFakeStorage(
  handler: Handler,
): Promise<{ options: StorageClientOptions; stop: () => Promise<void> }> {
  const server = createServer(handler);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const dispatcher = createStoragePool();
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new Error('the fake server has no port');
  }
  return {
    options: {
      endpoint: `http://127.0.0.1:${address.port}`,
      region: 'us-east-1',
      credentials: CREDENTIALS,
      dispatcher,
    },
    stop: async () => {
      await dispatcher.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns a handler that answers every request with this. */
export function answering(
  status: number,
  body: string,
  headers: Record<string, string> = {},
): Handler {
  return (request, response) => {
    request.resume();
    response.writeHead(status, headers).end(body);
  };
}

/** Returns the error with which a promise rejects. */
export async function failure(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('the call did not fail');
}
