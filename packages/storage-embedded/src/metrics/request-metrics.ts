import type { Socket } from 'node:net';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { Exchange } from '../http/exchange.ts';
import type { Target } from '../http/target.ts';
import { apiName } from './api-names.ts';

/** Upper bounds of the histogram of times, in seconds, as MinIO writes them. */
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
/** Limit, as requests can name any number of buckets that do not exist. */
const MAX_BUCKETS = 10_000;

/** Results of the calls of one kind. */
export interface ApiCounts {
  total: number;
  canceled: number;
  errors4xx: number;
  errors5xx: number;
  /** Number of calls by time to the first byte of the response; the last class is unbounded. */
  readonly times: number[];
}

/** Calls by their names in MinIO's metrics, and their total bytes. */
export interface TrafficCounts {
  readonly apis: ReadonlyMap<string, ApiCounts>;
  readonly received: number;
  readonly sent: number;
}

/** Calls rejected before they were executed. */
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

/** A call that was executed. */
export interface AnsweredCall {
  readonly exchange: Exchange;
  readonly target: Target | undefined;
  readonly status: number;
  /** Milliseconds to the start of the response. */
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

/** Counts the calls of the S3 API since the start, in the same way as MinIO. */
export class RequestMetrics {
  readonly rejected: RejectedCounts = { auth: 0, timestamp: 0, header: 0, invalid: 0 };
  readonly all: TrafficCounts;
  readonly #all = new Traffic();
  readonly #buckets = new Map<string, Traffic>();
  readonly #sockets = new WeakMap<Socket, Bytes>();

  constructor() {
    this.all = this.#all;
  }

  /** Counts a rejected call. */
  refused(error: unknown): void {
    const kind = error instanceof S3Error ? REJECTIONS[error.code] : undefined;
    if (kind !== undefined) {
      this.rejected[kind] += 1;
    }
  }

  /** Counts a call whose response was sent or failed. */
  answered(call: AnsweredCall): void {
    const { exchange, target } = call;
    // Also read for other requests of the connection, whose bytes do not count as S3 traffic.
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

  /** Returns the counts of a bucket; undefined if it was never called. */
  bucket(name: string): TrafficCounts | undefined {
    return this.#buckets.get(name);
  }

  /** Drops the counts of buckets that no longer exist. */
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
