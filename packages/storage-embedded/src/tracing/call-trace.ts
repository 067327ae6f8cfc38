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

/** Limit for bodies of error responses, sufficient for S3's errors. */
const MAX_BODY = 4096;
/** MinIO's status for a client that disconnected before the response. */
const CLIENT_GONE = 499;
const NANO = 1e6;

/** The recorded part of a reply. */
type Answered = Pick<Reply, 'status' | 'headers'> & { readonly body?: string };

/** A finished call, as an immutable snapshot of everything its record needs. */
export interface TracedCall {
  readonly type: number;
  readonly name: string;
  readonly message: IncomingMessage;
  readonly client: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly endedAt: number;
  /** Total milliseconds, and those to the response headers. */
  readonly took: number;
  readonly waited: number;
  /** Received bytes of bodies, and all bytes sent. */
  readonly received: number;
  readonly sent: number;
  readonly answer: Answered;
}

/** Collects the timings of a request while it is served, for tracing. */
export class CallTrace {
  readonly #time = Date.now();
  readonly #begun = performance.now();
  readonly #written: number;
  #answered = 0;
  #answer: Answered = { status: CLIENT_GONE, headers: [] };

  constructor({ socket }: IncomingMessage) {
    this.#written = socket.bytesWritten;
  }

  /** Must be called when the response headers are sent. */
  answered({ status, headers, body }: Reply): void {
    this.#answered = performance.now();
    this.#answer =
      status >= 400 && typeof body === 'string' ? { status, headers, body } : { status, headers };
  }

  /** Returns the complete call; must be called once the response has been sent. */
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

/** Returns the record of a call, without secrets from the request. */
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

/** Returns the displayed form of a header value. */
type Shown = (value: string) => string;

/** A header name in Go's canonical form. */
interface HeaderRule {
  readonly name: string;
  readonly shown: Shown | undefined;
}

/** Cache by header name as sent, since the same few recur. */
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

/** @param raw alternating names and values */
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
