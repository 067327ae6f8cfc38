import { createConnection } from 'node:net';
import pg from 'pg';

/** The code of a CancelRequest in the protocol. */
const CANCEL_CODE = 80_877_102;
const CANCEL_BYTES = 16;
const CANCEL_MS = 1000;

/**
 * Lends one of the pool's connections to a task. A connection on which the task failed is not
 * reused: closing it also ends its transaction. The server is told to cancel the running statement:
 * while waiting for a lock it would not notice that the client is gone, would occupy one of the
 * server's connections, and might in the end write what has been reported as failed.
 */
export async function lend<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    if (error instanceof pg.DatabaseError) client.release(true);
    // Only afterwards: a connection pooler forgets a closed connection, and with it what to cancel.
    else void stopWork(client).finally(() => client.release(true));
    throw error;
  }
}

/**
 * Makes a broken pool connection fail its next use. A connection that was just opened, or is
 * between two statements, has no error listener, and an unhandled error event would end the
 * process.
 */
export function outliveBreaks(pool: pg.Pool): void {
  pool.on('connect', (client) => client.on('error', ignore));
}

function ignore(): void {}

/**
 * Resolves when the server has accepted the cancel request, or has failed to. As in PostgreSQL's
 * own clients it is not encrypted.
 */
async function stopWork(client: pg.PoolClient): Promise<void> {
  const key = cancelKey(client);
  if (key === undefined) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = createConnection(key.address);
  socket.setTimeout(CANCEL_MS, () => socket.destroy());
  // The server does not report whether it arrived in time, or at all.
  socket.on('error', ignore).on('close', () => resolve());
  socket.resume().end(key.request);
  await promise;
}

/** The address and the message that cancel a connection's work. */
function cancelKey(client: pg.PoolClient) {
  if (!('processID' in client && 'secretKey' in client && 'host' in client && 'port' in client)) {
    return undefined;
  }
  const { processID, secretKey, host, port } = client;
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return undefined;
  if (typeof host !== 'string' || typeof port !== 'number') return undefined;
  const request = Buffer.alloc(CANCEL_BYTES);
  request.writeInt32BE(CANCEL_BYTES, 0);
  request.writeInt32BE(CANCEL_CODE, 4);
  request.writeInt32BE(processID, 8);
  request.writeInt32BE(secretKey, 12);
  const address = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  return { address, request };
}
