import { ADMIN_PATH, handleAdmin } from './admin/handle.ts';
import { checkHealth, HEALTH_PATH } from './admin/health.ts';
import type { StoredBucket } from './engine/types.ts';
import { errorReply } from './error-reply.ts';
import type { Exchange } from './http/exchange.ts';
import type { Reply } from './http/reply.ts';
import { sendReply } from './http/send-reply.ts';
import { parseTarget, type Target } from './http/target.ts';
import { corsHeaders, preflight } from './s3/cors/answers.ts';
import { handleS3 } from './s3/handle.ts';
import type { Store } from './store.ts';
import { assumeRole, isStsCall } from './sts/assume-role.ts';

/**
 * Answers one request, whatever comes: errors become answers, and a connection
 * whose answer cannot be sent is cut.
 *
 * @param context `closing` tells that the server is stopping
 */
export async function dispatch(
  store: Store,
  exchange: Exchange,
  context: { hostId: string; closing: () => boolean },
): Promise<void> {
  const reply = await answer(store, exchange, context.hostId);
  try {
    await sendReply(exchange, reply, context.hostId, context.closing());
  } catch (error) {
    const { response, requestId } = exchange;
    if (!isClientGone(error)) {
      store.log('error', 'An answer broke off.', { requestId, error });
    }
    response.destroy();
  }
}

async function answer(store: Store, exchange: Exchange, hostId: string): Promise<Reply> {
  let target: Target | undefined;
  let cors = corsHeaders(exchange.message, undefined);
  let reply: Reply;
  try {
    target = parseTarget(exchange.message.url ?? '/');
    cors = corsHeaders(exchange.message, bucketOf(store, target));
    reply = await handle(store, exchange, target);
  } catch (error) {
    reply = errorReply(error, exchange, target, { hostId, log: store.log });
  }
  return cors.length === 0 ? reply : { ...reply, headers: [...reply.headers, ...cors] };
}

function bucketOf({ engine }: Store, { bucket }: Target): StoredBucket | undefined {
  return bucket === '' ? undefined : engine.getBucket(bucket);
}

function handle(store: Store, exchange: Exchange, target: Target): Reply | Promise<Reply> {
  const { message } = exchange;
  const method = message.method ?? '';
  if (target.bucket === 'minio') {
    if (target.path.startsWith(ADMIN_PATH)) {
      return handleAdmin(store, exchange, target);
    }
    if (target.path.startsWith(HEALTH_PATH)) {
      return checkHealth(store, method, target.path);
    }
  }
  if (method === 'OPTIONS') {
    return preflight(message, bucketOf(store, target));
  }
  if (isStsCall(method, target.path, message.headers['content-type'])) {
    return assumeRole(store, exchange, target);
  }
  return handleS3(store, exchange, target);
}

/** The client closed the connection while the answer was on its way. */
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
