import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MemoryShare } from './memory-budget.ts';
import { RequestBody } from './request-body.ts';

/** One request with its answer to be. */
export interface Exchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: RequestBody;
  /** Of what all requests may hold; to be released in the end. */
  readonly memory: MemoryShare;
  /** 16 hexadecimal digits, unique within a run of the server. */
  readonly requestId: string;
  /** S3's name of the call; undefined until it is known, and for calls of other APIs. */
  operation: string | undefined;
}

const RUN = randomBytes(4).toString('hex').toUpperCase();
let counter = 0;

/** @param options.waits the client sent 'Expect: 100-continue' */
export function beginExchange(
  message: IncomingMessage,
  response: ServerResponse,
  { waits, memory }: { readonly waits: boolean; readonly memory: MemoryShare },
): Exchange {
  counter = (counter + 1) >>> 0;
  const requestId = RUN + (counter + 0x1_0000_0000).toString(16).slice(1).toUpperCase();
  const invite = waits ? () => response.writeContinue() : undefined;
  const body = new RequestBody(message, memory, invite);
  return { message, response, requestId, memory, body, operation: undefined };
}
