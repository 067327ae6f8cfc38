import type { IncomingMessage } from 'node:http';
import {
  authorizationWithoutSignature,
  isSecretHeader,
  queryWithoutSecrets,
  SECRET_MARK,
} from '@stowage/domain/call-secrets';
import { sourceAddress } from '../auth/condition-context.ts';
import { callName, type Exchange } from '../http/exchange.ts';
import type { Reply } from '../http/reply.ts';
import { type GoHeaders, TRACE, type TraceInfo } from './trace-types.ts';

/** Of the body of a refusal, for which S3's errors are short enough. */
const MAX_BODY = 4096;
/** MinIO's status for a client that went away before there was an answer. */
const CLIENT_GONE = 499;
const NANO = 1e6;

/** Takes the times of a request while it is served, for those who watch. */
export class CallTrace {
  readonly #time = new Date();
  readonly #begun = performance.now();
  readonly #written: number;
  #answered = 0;
  #reply: Reply | undefined;

  constructor({ socket }: IncomingMessage) {
    this.#written = socket.bytesWritten;
  }

  /** The head of the answer is on its way. */
  answered(reply: Reply): void {
    this.#answered = performance.now();
    this.#reply = reply;
  }

  /** The whole call, once its answer has gone. Holds nothing secret of what was sent. */
  info(exchange: Exchange, { endpoint }: { readonly endpoint: () => string }): TraceInfo {
    const { message, body: sent, otherCall } = exchange;
    const now = performance.now();
    const headers = goHeaders(message.rawHeaders);
    const path = pathOf(message);
    const dur = Math.round((now - this.#begun) * NANO);
    const first = Math.round(((this.#answered || now) - this.#begun) * NANO);
    const inputbytes = sent.received + textLength(message.rawHeaders);
    const outputbytes = Math.max(0, message.socket.bytesWritten - this.#written);
    const time = this.#time.toISOString();
    const { status = CLIENT_GONE, headers: answer = [], body } = this.#reply ?? {};
    return {
      type: otherCall === '' ? TRACE.s3 : TRACE.internal,
      nodename: endpoint(),
      funcname: callName(exchange),
      time,
      path,
      dur,
      bytes: inputbytes + outputbytes,
      http: {
        request: {
          time,
          proto: `HTTP/${message.httpVersion}`,
          method: message.method ?? '',
          path,
          rawquery: queryWithoutSecrets(queryOf(message)),
          headers,
          client: sourceAddress(message),
        },
        response: {
          time: new Date().toISOString(),
          headers: goHeaders(answer),
          statuscode: status,
          ...(status >= 400 && typeof body === 'string' ? { body: shortBody(body) } : {}),
        },
        stats: { inputbytes, outputbytes, latency: dur, timetofirstbyte: first },
      },
    };
  }
}

function pathOf({ url = '' }: IncomingMessage): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}

function queryOf({ url = '' }: IncomingMessage): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

function shortBody(body: string): string {
  return Buffer.from(body.slice(0, MAX_BODY)).toString('base64');
}

function textLength(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

/** Names of headers as they come, to names as Go writes them; the same few come again and again. */
const goNames = new Map<string, string>();
const MAX_NAMES = 500;

function goName(name: string): string {
  const known = goNames.get(name);
  if (known !== undefined) {
    return known;
  }
  const made = name.toLowerCase().replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
  if (goNames.size < MAX_NAMES) {
    goNames.set(name, made);
  }
  return made;
}

/** @param raw names and values in turn */
function goHeaders(raw: readonly string[]): GoHeaders {
  const headers: Record<string, string[]> = {};
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = goName(raw[at] ?? '');
    const value = shown(name, raw[at + 1] ?? '');
    const there = Object.hasOwn(headers, name) ? headers[name] : undefined;
    if (there === undefined) {
      headers[name] = [value];
    } else {
      there.push(value);
    }
  }
  return headers;
}

function shown(name: string, value: string): string {
  if (name === 'Authorization') {
    return authorizationWithoutSignature(value);
  }
  return isSecretHeader(name) ? SECRET_MARK : value;
}
