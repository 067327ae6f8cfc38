import { Readable } from 'node:stream';
import type { ApiRequest } from './api-request.ts';
import type { Reply } from './http/reply.ts';

/** How often it is looked whether the reader of an answer may go on. */
const EVERY_MS = 2000;

/** Ends an answer that stays open once its reader may not ask for it any more. */
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
