import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that the system hands out by itself, to whoever listens or connects in between. */
const LOWEST = 10_240;
const HIGHEST = 32_767;
const TRIES = 100;

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/**
 * A port of the loopback interface that nobody uses, for a server that is told its port before it
 * starts, or comes back to it.
 * @throws Error when none was found
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST + 1));
    if (await isFree(port)) return port;
  }
  throw new Error('No port is free.');
}
