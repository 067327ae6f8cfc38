import { Readable } from 'node:stream';
import type { ApiRequest } from './api-request.ts';
import type { Reply } from './http/reply.ts';

/** How often the permission of a response's reader is checked, in milliseconds. */
const EVERY_MS = 2000;

/** Ends a long-lived response once its reader is no longer permitted to request it. */
export function whileAllowed(request: ApiRequest, action: string, reply: Reply): Reply {
  const { body, lasting } = reply;
  if (lasting === true && body instanceof Readable && action !== 'none') {
    const timer = setInterval(() => {
      if (!request.allowsStill(action)) {
        body.destroy();
      }
    }, EVERY_MS).unref();
    body.once('close', () => clearInterval(timer));
  }
  return reply;
}
