import { createConnection } from 'node:net';
import pg from 'pg';

/** What the protocol calls a request to cancel. */
const CANCEL_CODE = 80_877_102;
const CANCEL_BYTES = 16;
const CANCEL_MS = 1000;

/**
 * Lends one of the pool's connections to the work. One that the work failed on is not used again:
 * its end is that of a transaction too. The server is told to stop what it does for it: waiting
 * behind a lock, it would not notice that nobody waits for the answer, would keep its place among
 * the server's connections, and would write in the end what has been said to have failed.
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
    // Only behind it: a pooler forgets a connection with its end, and with it what there is to stop.
    else void stopWork(client).finally(() => client.release(true));
    throw error;
  }
}

/**
 * Has a break of the pool's connections fail what they are used for next. Nobody listens to one that
 * was just opened or is between two statements, and an error that nobody hears ends the process.
 */
export function outliveBreaks(pool: pg.Pool): void {
  pool.on('connect', (client) => client.on('error', ignore));
}

function ignore(): void {}

/** Settles when the server has taken the request, or does not. As with PostgreSQL's own clients it is not encrypted. */
async function stopWork(client: pg.PoolClient): Promise<void> {
  const key = cancelKey(client);
  if (key === undefined) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = createConnection(key.address);
  socket.setTimeout(CANCEL_MS, () => socket.destroy());
  // Whether it came in time or at all, the server does not say.
  socket.on('error', ignore).on('close', () => resolve());
  socket.resume().end(key.request);
  await promise;
}

/** Where to say what, to stop the work of a connection. */
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
