import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/**
 * Logs one line per request when it is complete. The route replaces the URL: paths contain names,
 * queries may contain signatures, and neither belongs in a log; nor do headers, with their cookies.
 */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      from: request.ip,
    };
    if (error) reply.log.warn({ ...line, reason: error.message }, 'response broke off');
    else if (reply.statusCode >= 500) reply.log.error(line, 'request');
    else if (request.method === 'GET') reply.log.debug(line, 'request');
    else reply.log.info(line, 'request');
  }
}

/** Paths of secrets, in case an object that contains them is ever logged. */
export const REDACTED = [
  ...['accessKey', 'secretKey', 'secretAccessKey', 'sessionToken', 'password', 'passphrase'],
  ...['newSecretKey', 'current_secret_key', 'new_secret_key'],
  ...['authorization', 'cookie', 'credentials', 'keys'],
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
