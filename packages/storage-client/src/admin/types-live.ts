import type { Abortable } from '../s3/types.ts';

/**
 * The kinds of operations that a server can trace, by request parameter. Only newer servers have
 * the last ones.
 */
export const TRACE_KINDS = [
  ...['os', 'storage', 's3', 'internal', 'scanner', 'decommission', 'healing'],
  ...['batch-replication', 'batch-keyrotation', 'batch-expire', 'rebalance'],
  ...['replication-resync', 'bootstrap', 'ftp', 'ilm', 'kms', 'formatting'],
  ...['tables', 'tables-scan', 'purgeondelete', 'systeminventory', 'tables-compaction'],
] as const;

export interface TraceCall extends Abortable {
  /** Names from `TRACE_KINDS`; servers ignore unknown ones. */
  readonly kinds: readonly string[];
  /** Minimum duration in milliseconds. */
  readonly threshold?: number | undefined;
  readonly onlyErrors?: boolean | undefined;
}

/** Header fields of a call; some occur more than once. */
export type TracedHeaders = Readonly<Record<string, readonly string[]>>;

/** The HTTP part of a traced call. */
export interface TracedHttp {
  readonly proto: string;
  readonly method: string;
  /** As sent, without '?'. May contain credentials. */
  readonly rawQuery: string;
  /** May contain credentials. */
  readonly requestHeaders: TracedHeaders;
  /** Address of the caller. */
  readonly client: string;
  readonly status: number;
  readonly responseHeaders: TracedHeaders;
  /** Body of an error response, if the server reports it. */
  readonly responseBody: string;
  /** Bytes received and sent, including headers. */
  readonly received: number;
  readonly sent: number;
  /** Milliseconds to the first byte of the response. */
  readonly firstByte: number;
}

/** One operation of a storage server. */
export interface TraceRecord {
  readonly node: string;
  /** One of `TRACE_KINDS`; '' for an unknown one. */
  readonly kind: string;
  /** Such as s3.PutObject or os.Fdatasync. */
  readonly name: string;
  /** ISO 8601. */
  readonly time: string;
  /** Path of the call, or of the affected file or object. */
  readonly path: string;
  /** Milliseconds. */
  readonly duration: number;
  readonly bytes: number;
  readonly message: string;
  readonly error: string;
  readonly custom: Readonly<Record<string, string>>;
  readonly http?: TracedHttp | undefined;
  /** Embedded store only: the number of records dropped before this one, which is only a notice. */
  readonly dropped?: number | undefined;
}

export interface LogCall extends Abortable {
  /** Number of recent entries to start with. */
  readonly last: number;
}

/** An entry in a storage server's log. */
export interface LogRecord {
  readonly node: string;
  readonly deploymentId: string;
  /** 'FATAL', 'ERROR', 'WARNING', 'EVENT' or 'INFO'; '' if an older server does not report it. */
  readonly level: string;
  /** ISO 8601; undefined if the server does not report it. */
  readonly time?: string | undefined;
  /** Name of the API that the entry concerns; '' for none. */
  readonly api: string;
  readonly bucket: string;
  readonly object: string;
  readonly requestId: string;
  readonly remoteHost: string;
  readonly host: string;
  readonly userAgent: string;
  /** May contain several lines, and terminal colours. */
  readonly message: string;
  /** Locations in the server's source, innermost first; empty except for errors. */
  readonly source: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

export interface LiveOperations {
  /**
   * Streams the server's operations as they happen. Resolves once the server has accepted the
   * request. Reading continues until the signal is aborted or the server ends the stream, and then
   * throws what `Transport.send` throws, including the signal's reason. Servers drop records that
   * are not read fast enough; only the embedded store reports how many.
   */
  trace(call: TraceCall): Promise<AsyncIterable<TraceRecord>>;
  /**
   * Streams the latest entries of the server's log, then new ones as they are written. Ends in the
   * same way as `trace`.
   */
  consoleLog(call: LogCall): Promise<AsyncIterable<LogRecord>>;
}
