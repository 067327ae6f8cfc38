import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MemoryShare } from './memory-budget.ts';
import type { Reply } from './reply.ts';
import { RequestBody } from './request-body.ts';

/** What audit records contain about a request, filled in as it becomes known. */
export interface CallFacts {
  bucket: string;
  key: string;
  /** The objects that a bulk operation affects. */
  objects?: readonly { readonly objectName: string; readonly versionId?: string }[];
  /** The access key that signed; '' for anonymous users. */
  accessKey: string;
  /** The user whose policies apply; '' if that is the access key itself. */
  parentUser: string;
}

/** Notified when a response is about to be sent. */
interface AnswerWatcher {
  answered(reply: Reply): void;
}

/** A request and its future response. */
export interface Exchange {
  readonly message: IncomingMessage;
  /** Source address of the request. */
  readonly address: string;
  readonly response: ServerResponse;
  readonly body: RequestBody;
  /** Its share of the memory for all requests; must be released at the end. */
  readonly memory: MemoryShare;
  /** 16 hexadecimal digits, unique during one run of the server. */
  readonly requestId: string;
  /** Name of the S3 operation; undefined until it is known, and for other APIs. */
  operation: string | undefined;
  /** Name of an operation of another API, such as admin.ServerInfo; '' for S3. */
  otherCall: string;
  readonly facts: CallFacts;
  /** Only set while requests are being traced. */
  readonly trace: AnswerWatcher | undefined;
}

const RUN = randomBytes(4).toString('hex').toUpperCase();
let counter = 0;

/**
 * Returns the name of a request in traces and logs, like MinIO's: s3.PutObject, admin.ServerInfo.
 */
export function callName({ otherCall, operation = 'Unknown' }: Exchange): string {
  return otherCall || `s3.${operation}`;
}

interface ExchangeOptions {
  readonly address: string;
  /** Whether the client sent 'Expect: 100-continue'. */
  readonly waits: boolean;
  readonly memory: MemoryShare;
  readonly trace: AnswerWatcher | undefined;
}

export function beginExchange(
  message: IncomingMessage,
  response: ServerResponse,
  { address, waits, memory, trace }: ExchangeOptions,
): Exchange {
  counter = (counter + 1) >>> 0;
  const requestId = RUN + (counter + 0x1_0000_0000).toString(16).slice(1).toUpperCase();
  const invite = waits ? () => response.writeContinue() : undefined;
  const body = new RequestBody(message, memory, invite);
  return {
    message,
    address,
    response,
    requestId,
    memory,
    body,
    trace,
    operation: undefined,
    otherCall: '',
    facts: { bucket: '', key: '', accessKey: '', parentUser: '' },
  };
}
