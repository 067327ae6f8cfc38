import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { handleAdmin, isAdminPath } from './admin/handle.ts';
import { checkHealth, HEALTH_PATH } from './admin/health.ts';
import type { StoredBucket } from './engine/types.ts';
import { errorReply, requestFields } from './error-reply.ts';
import type { Exchange } from './http/exchange.ts';
import type { Reply } from './http/reply.ts';
import type { RunningRequests } from './http/running-requests.ts';
import { sendReply } from './http/send-reply.ts';
import { parseTarget, type Target } from './http/target.ts';
import { handleMetrics, isMetricsPath } from './metrics/handle.ts';
import type { RequestMetrics } from './metrics/request-metrics.ts';
import { corsHeaders, preflight } from './s3/cors/answers.ts';
import { handleS3 } from './s3/handle.ts';
import type { Store } from './store.ts';
import { handleSts, isStsCall } from './sts/handle.ts';

/** Memory for a streamed response: what is being sent and what is read ahead. */
const STREAMED_BYTES = 2 * 1024 * 1024;

/** Server state shared by its requests. */
export interface ServerContext {
  /** Value of x-amz-id-2. */
  readonly hostId: string;
  /** Whether the server is stopping. */
  readonly closing: () => boolean;
  /** Whether the request's connection is above the limits. */
  readonly isExcess: (message: IncomingMessage) => boolean;
  readonly running: RunningRequests;
  readonly requests: RequestMetrics;
}

/**
 * Responds to a request in any case: errors become responses, and a connection whose response
 * cannot be sent is closed.
 */
export async function dispatch(
  store: Store,
  exchange: Exchange,
  context: ServerContext,
): Promise<void> {
  context.running.begin(exchange);
  try {
    await serve(store, exchange, context);
  } finally {
    context.running.end(exchange);
    exchange.memory.release();
  }
}

/**
 * Responds on behalf of a request that is still being processed, because the server no longer waits
 * for it.
 */
export async function refuseLate(
  store: Store,
  exchange: Exchange,
  context: ServerContext,
): Promise<void> {
  const { hostId } = context;
  const reply = errorReply(isClosing(), exchange, undefined, { hostId, log: store.log });
  await send(store, exchange, reply, context);
}

function isClosing(): S3Error {
  return new S3Error('ServiceUnavailable', 'The server is closing.');
}

async function serve(store: Store, exchange: Exchange, context: ServerContext): Promise<void> {
  const begun = performance.now();
  const { reply, target } = await answer(store, exchange, context);
  const waited = performance.now() - begun;
  const sent = sendAndCount(store, exchange, { reply, target, waited }, context);
  if (reply.lasting !== true) {
    await sent;
  }
}

async function sendAndCount(
  store: Store,
  exchange: Exchange,
  { reply, target, waited }: Answered & { readonly waited: number },
  context: ServerContext,
): Promise<void> {
  await send(store, exchange, reply, context);
  context.requests.answered({ exchange, target, status: reply.status, waited });
}

interface Answered {
  readonly reply: Reply;
  /** Undefined if the request line was invalid. */
  readonly target: Target | undefined;
}

async function send(
  store: Store,
  exchange: Exchange,
  reply: Reply,
  context: ServerContext,
): Promise<void> {
  try {
    const last = context.closing() || context.isExcess(exchange.message);
    await sendReply(exchange, reply, context.hostId, last);
  } catch (error) {
    const { response } = exchange;
    if (!isClientGone(error)) {
      store.log('error', 'An answer broke off.', { ...requestFields(exchange), error });
    }
    response.destroy();
  }
}

async function answer(store: Store, exchange: Exchange, context: ServerContext): Promise<Answered> {
  const { hostId, closing, isExcess } = context;
  const allowed = store.config.running.corsOrigins;
  let target: Target | undefined;
  let cors = corsHeaders(exchange.message, undefined, allowed);
  let reply: Reply;
  try {
    target = parseTarget(exchange.message.url ?? '/');
    cors = corsHeaders(exchange.message, bucketOf(store, target), allowed);
    if (closing()) {
      throw isClosing();
    }
    if (isExcess(exchange.message)) {
      throw new S3Error('SlowDown');
    }
    reply = await handle(store, exchange, target, context);
    holdContent(exchange, reply);
  } catch (error) {
    context.requests.refused(error);
    reply = errorReply(error, exchange, target, { hostId, log: store.log });
  }
  if (cors.length > 0) {
    reply = { ...reply, headers: [...reply.headers, ...cors] };
  }
  return { reply, target };
}

/**
 * Reserves memory for what a stream buffers while its reader is slow.
 *
 * @throws S3Error SlowDown
 */
function holdContent({ memory, message }: Exchange, { body, headers, lasting }: Reply): void {
  if (body instanceof Readable && lasting !== true && message.method !== 'HEAD') {
    const length = Number(headers[headers.indexOf('Content-Length') + 1]);
    try {
      memory.take(Math.min(length, STREAMED_BYTES));
    } catch (error) {
      body.destroy();
      throw error;
    }
  }
}

function bucketOf({ engine }: Store, { bucket }: Target): StoredBucket | undefined {
  return bucket === '' ? undefined : engine.getBucket(bucket);
}

function handle(
  store: Store,
  exchange: Exchange,
  target: Target,
  { running, requests }: ServerContext,
): Reply | Promise<Reply> {
  const { message } = exchange;
  const method = message.method ?? '';
  if (target.bucket === 'minio') {
    if (isAdminPath(target.path)) {
      return handleAdmin(store, exchange, target);
    }
    if (target.path.startsWith(HEALTH_PATH)) {
      exchange.otherCall = `health.${target.path.slice(HEALTH_PATH.length, HEALTH_PATH.length + 20)}`;
      return checkHealth(store, method, target.path);
    }
    if (isMetricsPath(target.path)) {
      exchange.otherCall = 'metrics';
      return handleMetrics({ store, requests, running }, exchange, target);
    }
  }
  if (method === 'OPTIONS') {
    return preflight(message, bucketOf(store, target));
  }
  if (isStsCall(message, target)) {
    return handleSts(store, exchange, target);
  }
  running.refuseTooMany();
  return handleS3(store, exchange, target);
}

/** The client closed the connection during the response. */
function isClientGone(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ERR_STREAM_PREMATURE_CLOSE' ||
      error.code === 'ECONNRESET' ||
      error.code === 'EPIPE' ||
      error.code === 'ERR_STREAM_DESTROYED')
  );
}
