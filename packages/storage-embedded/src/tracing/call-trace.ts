import type { IncomingMessage } from 'node:http';
import {
  authorizationWithoutSignature,
  isSecretHeader,
  queryWithoutSecrets,
  SECRET_MARK,
} from '@stowage/domain/call-secrets';
import { callName, type Exchange } from '../http/exchange.ts';
import type { Reply } from '../http/reply.ts';
import { type GoHeaders, TRACE, type TraceInfo } from './trace-types.ts';

/** Of the body of a refusal, for which S3's errors are short enough. */
const MAX_BODY = 4096;
/** MinIO's status for a client that went away before there was an answer. */
const CLIENT_GONE = 499;
const NANO = 1e6;

/** What was sent and answered, as far as it is told. */
type Answered = Pick<Reply, 'status' | 'headers'> & { readonly body?: string };

/** A call that is over: everything that its record is made of, of which nothing changes any more. */
export interface TracedCall {
  readonly type: number;
  readonly name: string;
  readonly message: IncomingMessage;
  readonly client: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly endedAt: number;
  /** Milliseconds that it took in all, and until the head of its answer. */
  readonly took: number;
  readonly waited: number;
  /** Bytes of bodies in, and of everything out. */
  readonly received: number;
  readonly sent: number;
  readonly answer: Answered;
}

/** Takes the times of a request while it is served, for those who watch. */
export class CallTrace {
  readonly #time = Date.now();
  readonly #begun = performance.now();
  readonly #written: number;
  #answered = 0;
  #answer: Answered = { status: CLIENT_GONE, headers: [] };

  constructor({ socket }: IncomingMessage) {
    this.#written = socket.bytesWritten;
  }

  /** The head of the answer is on its way. */
  answered({ status, headers, body }: Reply): void {
    this.#answered = performance.now();
    this.#answer =
      status >= 400 && typeof body === 'string' ? { status, headers, body } : { status, headers };
  }

  /** The whole call, once its answer has gone. */
  ended(exchange: Exchange): TracedCall {
    const { message, address, body, otherCall } = exchange;
    const now = performance.now();
    return {
      type: otherCall === '' ? TRACE.s3 : TRACE.internal,
      name: callName(exchange),
      message,
      client: address,
      time: this.#time,
      endedAt: Date.now(),
      took: now - this.#begun,
      waited: (this.#answered || now) - this.#begun,
      received: body.received,
      sent: Math.max(0, message.socket.bytesWritten - this.#written),
      answer: this.#answer,
    };
  }
}

/** The record of a call. Holds nothing secret of what was sent. */
export function callInfo(call: TracedCall, nodename: string): TraceInfo {
  const { message, answer, type, name } = call;
  const { url = '', rawHeaders } = message;
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const dur = Math.round(call.took * NANO);
  const inputbytes = call.received + textLength(rawHeaders);
  const time = new Date(call.time).toISOString();
  return {
    type,
    nodename,
    funcname: name,
    time,
    path,
    dur,
    bytes: inputbytes + call.sent,
    http: {
      request: {
        time,
        proto: `HTTP/${message.httpVersion}`,
        method: message.method ?? '',
        path,
        rawquery: mark < 0 ? '' : queryWithoutSecrets(url.slice(mark + 1)),
        headers: goHeaders(rawHeaders),
        client: call.client,
      },
      response: {
        time: new Date(call.endedAt).toISOString(),
        headers: goHeaders(answer.headers),
        statuscode: answer.status,
        ...(answer.body === undefined ? {} : { body: shortBody(answer.body) }),
      },
      stats: {
        inputbytes,
        outputbytes: call.sent,
        latency: dur,
        timetofirstbyte: Math.round(call.waited * NANO),
      },
    },
  };
}

function shortBody(body: string): string {
  return Buffer.from(body.slice(0, MAX_BODY)).toString('base64');
}

function textLength(texts: readonly string[]): number {
  let sum = 0;
  for (const text of texts) {
    sum += text.length;
  }
  return sum;
}

/** What is shown of the values of a header. */
type Shown = (value: string) => string;

/** A header as Go writes its name. */
interface HeaderRule {
  readonly name: string;
  readonly shown: Shown | undefined;
}

/** Headers by their names as they come; the same few come again and again. */
const headerRules = new Map<string, HeaderRule>();
const MAX_NAMES = 500;

function headerRule(sent: string): HeaderRule {
  const known = headerRules.get(sent);
  if (known !== undefined) {
    return known;
  }
  const name = sent.toLowerCase().replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
  const rule = { name, shown: shownOf(name) };
  if (headerRules.size < MAX_NAMES) {
    headerRules.set(sent, rule);
  }
  return rule;
}

function shownOf(name: string): Shown | undefined {
  if (name === 'Authorization') {
    return authorizationWithoutSignature;
  }
  return isSecretHeader(name) ? () => SECRET_MARK : undefined;
}

/** @param raw names and values in turn */
function goHeaders(raw: readonly string[]): GoHeaders {
  const headers: Record<string, string[]> = {};
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const { name, shown } = headerRule(raw[at] ?? '');
    const sent = raw[at + 1] ?? '';
    const value = shown === undefined ? sent : shown(sent);
    const there = Object.hasOwn(headers, name) ? headers[name] : undefined;
    if (there === undefined) {
      headers[name] = [value];
    } else {
      there.push(value);
    }
  }
  return headers;
}
