import type { Socket } from 'node:net';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { Exchange } from '../http/exchange.ts';
import type { Target } from '../http/target.ts';
import { apiName } from './api-names.ts';

/** Upper bounds of the classes of times, in seconds, as MinIO writes them. */
export const TIME_CLASSES = [
  '0.050',
  '0.100',
  '0.250',
  '0.500',
  '1.000',
  '2.500',
  '5.000',
  '10.000',
];
const BOUNDS = TIME_CLASSES.map((text) => Number(text) * 1000);
/** Names of buckets that never were are not counted one by one. */
const MAX_BUCKETS = 10_000;

/** What came of the calls of one kind. */
export interface ApiCounts {
  total: number;
  canceled: number;
  errors4xx: number;
  errors5xx: number;
  /** Calls by the time to the first byte of their answer; the last class is without a bound. */
  readonly times: number[];
}

/** Calls by their names in MinIO's metrics, and the bytes of all of them. */
export interface TrafficCounts {
  readonly apis: ReadonlyMap<string, ApiCounts>;
  readonly received: number;
  readonly sent: number;
}

/** Calls that were refused before they were carried out. */
export interface RejectedCounts {
  auth: number;
  timestamp: number;
  header: number;
  invalid: number;
}

class Traffic implements TrafficCounts {
  readonly apis = new Map<string, ApiCounts>();
  received = 0;
  sent = 0;

  of(api: string): ApiCounts {
    const known = this.apis.get(api);
    if (known !== undefined) {
      return known;
    }
    const times = new Array<number>(BOUNDS.length + 1).fill(0);
    const counts = { total: 0, canceled: 0, errors4xx: 0, errors5xx: 0, times };
    this.apis.set(api, counts);
    return counts;
  }
}

interface Bytes {
  read: number;
  written: number;
}

/** A call that was carried out. */
export interface AnsweredCall {
  readonly exchange: Exchange;
  readonly target: Target | undefined;
  readonly status: number;
  /** Milliseconds until the answer began. */
  readonly waited: number;
}

const REJECTIONS: Readonly<Record<string, keyof RejectedCounts>> = {
  SignatureDoesNotMatch: 'auth',
  InvalidAccessKeyId: 'auth',
  InvalidTokenId: 'auth',
  ExpiredToken: 'auth',
  RequestTimeTooSkewed: 'timestamp',
  AuthorizationHeaderMalformed: 'header',
  InvalidRequest: 'invalid',
  InvalidURI: 'invalid',
  MethodNotAllowed: 'invalid',
};

/** Counts the calls of the S3 API since the start, as MinIO does. */
export class RequestMetrics {
  readonly rejected: RejectedCounts = { auth: 0, timestamp: 0, header: 0, invalid: 0 };
  readonly all: TrafficCounts;
  readonly #all = new Traffic();
  readonly #buckets = new Map<string, Traffic>();
  readonly #sockets = new WeakMap<Socket, Bytes>();

  constructor() {
    this.all = this.#all;
  }

  /** Notes why a call was refused. */
  refused(error: unknown): void {
    const kind = error instanceof S3Error ? REJECTIONS[error.code] : undefined;
    if (kind !== undefined) {
      this.rejected[kind] += 1;
    }
  }

  /** Notes a call whose answer has been sent, or could not be. */
  answered(call: AnsweredCall): void {
    const { exchange, target } = call;
    // Taken for other requests of the connection too, whose bytes are no traffic of S3.
    const bytes = this.#bytesSince(exchange.message.socket);
    if (exchange.operation === undefined) {
      return;
    }
    const api = apiName(exchange.operation);
    note(this.#all, api, call, bytes);
    if (target !== undefined && target.bucket !== '') {
      const traffic = this.#bucket(target.bucket);
      if (traffic !== undefined) {
        note(traffic, api, call, bytes);
      }
    }
  }

  /** Of a bucket; undefined when nobody called it. */
  bucket(name: string): TrafficCounts | undefined {
    return this.#buckets.get(name);
  }

  /** Forgets buckets that there are no longer. */
  keepOnly(exists: (bucket: string) => boolean): void {
    for (const name of this.#buckets.keys()) {
      if (!exists(name)) {
        this.#buckets.delete(name);
      }
    }
  }

  #bucket(name: string): Traffic | undefined {
    const known = this.#buckets.get(name);
    if (known !== undefined || this.#buckets.size >= MAX_BUCKETS) {
      return known;
    }
    const made = new Traffic();
    this.#buckets.set(name, made);
    return made;
  }

  #bytesSince(socket: Socket): Bytes {
    const { bytesRead, bytesWritten } = socket;
    const known = this.#sockets.get(socket);
    if (known === undefined) {
      this.#sockets.set(socket, { read: bytesRead, written: bytesWritten });
      return { read: bytesRead, written: bytesWritten };
    }
    const bytes = { read: bytesRead - known.read, written: bytesWritten - known.written };
    known.read = bytesRead;
    known.written = bytesWritten;
    return bytes;
  }
}

function note(traffic: Traffic, api: string, call: AnsweredCall, bytes: Bytes): void {
  const { status, waited, exchange } = call;
  const counts = traffic.of(api);
  counts.total += 1;
  const index = BOUNDS.findIndex((bound) => waited <= bound);
  const place = index < 0 ? BOUNDS.length : index;
  counts.times[place] = (counts.times[place] ?? 0) + 1;
  if (exchange.response.destroyed && !exchange.response.headersSent) {
    counts.canceled += 1;
  } else if (status >= 500) {
    counts.errors5xx += 1;
  } else if (status >= 400) {
    counts.errors4xx += 1;
  }
  traffic.received += bytes.read;
  traffic.sent += bytes.written;
}
