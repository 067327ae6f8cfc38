import type { Abortable } from '../s3/types.ts';

/** Kinds of what a server can trace, by the parameters that ask for them. The last are of newer servers. */
export const TRACE_KINDS = [
  ...['os', 'storage', 's3', 'internal', 'scanner', 'decommission', 'healing'],
  ...['batch-replication', 'batch-keyrotation', 'batch-expire', 'rebalance'],
  ...['replication-resync', 'bootstrap', 'ftp', 'ilm', 'kms', 'formatting'],
  ...['tables', 'tables-scan', 'purgeondelete', 'systeminventory', 'tables-compaction'],
] as const;

export interface TraceCall extends Abortable {
  /** Names of `TRACE_KINDS`; a server passes over those that it does not know. */
  readonly kinds: readonly string[];
  /** Milliseconds that it took at least. */
  readonly threshold?: number | undefined;
  readonly onlyErrors?: boolean | undefined;
}

/** Header fields of a call; some come more than once. */
export type TracedHeaders = Readonly<Record<string, readonly string[]>>;

/** What a traced call was, where it came over HTTP. */
export interface TracedHttp {
  readonly proto: string;
  readonly method: string;
  /** As sent, without '?'. May hold what proves who called. */
  readonly rawQuery: string;
  /** May hold what proves who called. */
  readonly requestHeaders: TracedHeaders;
  /** Address of the caller. */
  readonly client: string;
  readonly status: number;
  readonly responseHeaders: TracedHeaders;
  /** Of a refusal: what was answered, where the server tells it. */
  readonly responseBody: string;
  /** Bytes in and out, with the headers. */
  readonly received: number;
  readonly sent: number;
  /** Milliseconds until the first byte of the answer. */
  readonly firstByte: number;
}

/** One thing that a storage server has done. */
export interface TraceRecord {
  readonly node: string;
  /** One of `TRACE_KINDS`; '' for one that this client does not know. */
  readonly kind: string;
  /** Such as s3.PutObject or os.Fdatasync. */
  readonly name: string;
  /** ISO 8601. */
  readonly time: string;
  /** Of the call, or of what was worked on. */
  readonly path: string;
  /** Milliseconds. */
  readonly duration: number;
  readonly bytes: number;
  readonly message: string;
  readonly error: string;
  readonly custom: Readonly<Record<string, string>>;
  readonly http?: TracedHttp | undefined;
  /** Of the embedded store: how many records were left out before this one, which is none itself. */
  readonly dropped?: number | undefined;
}

export interface LogCall extends Abortable {
  /** How many of the last entries come first. */
  readonly last: number;
}

/** An entry of a storage server's log. */
export interface LogRecord {
  readonly node: string;
  readonly deploymentId: string;
  /** 'FATAL', 'ERROR', 'WARNING', 'EVENT' or 'INFO'; '' where an older server does not say. */
  readonly level: string;
  /** ISO 8601; undefined where the server tells none. */
  readonly time?: string | undefined;
  /** Name of the API that the entry is about; '' for none. */
  readonly api: string;
  readonly bucket: string;
  readonly object: string;
  readonly requestId: string;
  readonly remoteHost: string;
  readonly host: string;
  readonly userAgent: string;
  /** May have several lines, and the colours of a terminal. */
  readonly message: string;
  /** Places in the server's source, the innermost first; none for what is no error. */
  readonly source: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

export interface LiveOperations {
  /**
   * What the server does from now on. Resolves when the server has agreed. Reading goes on until
   * the signal is aborted or the server ends the stream; it then throws what `Transport.send`
   * throws, the signal's reason included. A server leaves records out when they are not read fast
   * enough, and only the embedded store says how many.
   */
  trace(call: TraceCall): Promise<AsyncIterable<TraceRecord>>;
  /** The last entries of the server's log, and then what is written from now on. Ends as `trace` does. */
  consoleLog(call: LogCall): Promise<AsyncIterable<LogRecord>>;
}
