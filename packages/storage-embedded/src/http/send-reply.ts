import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Exchange } from './exchange.ts';
import type { Reply } from './reply.ts';

/** An unread body of up to this size is drained to keep the connection. */
const DRAIN_BYTES = 1024 * 1024;
/**
 * Above that, the connection is closed; up to this much is still read, so that the client sees the
 * response.
 */
const LINGER_BYTES = 16 * 1024 * 1024;
const LINGER_MS = 3000;
const EMPTY = Buffer.alloc(0);

/**
 * Sends a response, small ones in one write. Resolves when the response was handed to the socket;
 * rejects only if a streamed body fails, after closing the connection.
 *
 * @param hostId value of x-amz-id-2
 * @param ends whether to close the connection afterwards
 */
export async function sendReply(
  exchange: Exchange,
  reply: Reply,
  hostId: string,
  ends: boolean,
): Promise<void> {
  const { message, response, body: requestBody } = exchange;
  const body = bytesOf(reply.body);
  if (response.destroyed || response.headersSent) {
    discard(body);
    return;
  }
  const headers = baseHeaders(exchange.requestId, hostId);
  if (!isPdf(reply.headers)) {
    headers.push('Content-Security-Policy', 'sandbox');
  }
  for (const part of reply.headers) {
    headers.push(part);
  }
  if (body instanceof Uint8Array) {
    headers.push('Content-Length', String(body.length));
  } else if (body === undefined && hasEmptyBody(reply, message.method)) {
    headers.push('Content-Length', '0');
  }
  const unread = !message.complete && requestBody.length !== 0;
  const tooMuch = unread && (requestBody.length ?? Number.POSITIVE_INFINITY) > DRAIN_BYTES;
  const last = ends || tooMuch || !response.shouldKeepAlive;
  if (last || (unread && requestBody.withheld)) {
    headers.push('Connection', 'close');
  }
  response.writeHead(reply.status, headers as string[]);
  exchange.trace?.answered({ ...reply, headers });
  if (body instanceof Readable && message.method !== 'HEAD') {
    await pipeline(body, response);
    return;
  }
  discard(body);
  const content = message.method === 'HEAD' || body instanceof Readable ? undefined : body;
  if (unread && last && !requestBody.withheld) {
    response.write(content ?? EMPTY);
    linger(exchange);
  } else {
    response.end(content);
  }
}

/** Node writes a text body and its headers in the same encoding, which is wrong for the headers. */
function bytesOf(body: Reply['body']): Uint8Array | Readable | undefined {
  return typeof body === 'string' ? Buffer.from(body) : body;
}

function baseHeaders(requestId: string, hostId: string): string[] {
  return [
    'Server',
    'Stowage',
    'Accept-Ranges',
    'bytes',
    'Vary',
    'Origin',
    'X-Content-Type-Options',
    'nosniff',
    'X-Amz-Request-Id',
    requestId,
    'X-Amz-Id-2',
    hostId,
  ];
}

/**
 * In a sandbox, browsers display stored content without running its scripts and isolated from the
 * store's origin. Their PDF viewers do not work there and do not need it.
 */
function isPdf(headers: readonly string[]): boolean {
  const at = headers.indexOf('Content-Type');
  return at >= 0 && /^application\/pdf(?:;|$)/i.test(headers[at + 1] ?? '');
}

/** The Content-Length of a HEAD response is that of the GET, so only the operation knows it. */
function hasEmptyBody({ status }: Reply, method: string | undefined): boolean {
  return method !== 'HEAD' && status !== 204 && status !== 304;
}

function discard(body: Uint8Array | Readable | undefined): void {
  if (body instanceof Readable) {
    body.destroy();
  }
}

/**
 * Keeps reading from the client for a while: closing a socket with unread bytes resets it, and the
 * response could be lost.
 */
function linger({ message, response }: Exchange): void {
  let left = LINGER_BYTES;
  const stop = () => {
    clearTimeout(timer);
    message.socket.destroy();
  };
  const timer = setTimeout(stop, LINGER_MS);
  message.on('data', (piece: Buffer) => {
    left -= piece.length;
    if (left < 0) {
      stop();
    }
  });
  message.once('end', () => {
    clearTimeout(timer);
    response.end();
  });
  message.once('close', () => clearTimeout(timer));
  message.resume();
}
