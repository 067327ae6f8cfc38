import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral ports, which the system may assign in the meantime. */
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
 * Returns an unused loopback port, for a server that must know its port before it starts, or
 * restarts on it.
 * @throws Error if none was found
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST + 1));
    if (await isFree(port)) return port;
  }
  throw new Error('No port is free.');
}
