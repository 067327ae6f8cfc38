import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MemoryShare } from './memory-budget.ts';
import type { Reply } from './reply.ts';
import { RequestBody } from './request-body.ts';

/** What records of calls say of a request, as soon as it is known. */
export interface CallFacts {
  bucket: string;
  key: string;
  /** What a call on many objects is about. */
  objects?: readonly { readonly objectName: string; readonly versionId?: string }[];
  /** The key that signed; '' for anonymous users. */
  accessKey: string;
  /** The user whose policies count; '' where that is the key itself. */
  parentUser: string;
}

/** Told when the head of an answer is on its way. */
interface AnswerWatcher {
  answered(reply: Reply): void;
}

/** One request with its answer to be. */
export interface Exchange {
  readonly message: IncomingMessage;
  /** Where it comes from. */
  readonly address: string;
  readonly response: ServerResponse;
  readonly body: RequestBody;
  /** Of what all requests may hold; to be released in the end. */
  readonly memory: MemoryShare;
  /** 16 hexadecimal digits, unique within a run of the server. */
  readonly requestId: string;
  /** S3's name of the call; undefined until it is known, and for calls of other APIs. */
  operation: string | undefined;
  /** Name of a call of another API, such as admin.ServerInfo; '' for one of S3. */
  otherCall: string;
  readonly facts: CallFacts;
  /** Only while somebody watches. */
  readonly trace: AnswerWatcher | undefined;
}

const RUN = randomBytes(4).toString('hex').toUpperCase();
let counter = 0;

/** What traces and logs call a request, as MinIO does: s3.PutObject, admin.ServerInfo. */
export function callName({ otherCall, operation = 'Unknown' }: Exchange): string {
  return otherCall || `s3.${operation}`;
}

interface ExchangeOptions {
  readonly address: string;
  /** The client sent 'Expect: 100-continue'. */
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
