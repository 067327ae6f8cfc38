/** MinIO's trace types, as bits. MinIO has further ones for features that this store lacks. */
export const TRACE = {
  os: 1 << 0,
  storage: 1 << 1,
  s3: 1 << 2,
  internal: 1 << 3,
  scanner: 1 << 4,
  healing: 1 << 6,
  replicationResync: 1 << 11,
} as const;

/** Trace types by request parameter. */
export const TRACE_PARAMETERS: Readonly<Record<string, number>> = {
  os: TRACE.os,
  storage: TRACE.storage,
  s3: TRACE.s3,
  internal: TRACE.internal,
  scanner: TRACE.scanner,
  healing: TRACE.healing,
  'replication-resync': TRACE.replicationResync,
};

/** Header fields in Go's form. */
export type GoHeaders = Readonly<Record<string, readonly string[]>>;

/** MinIO's TraceInfo: one operation of the server. Durations are in nanoseconds. */
export interface TraceInfo {
  readonly type: number;
  readonly nodename: string;
  readonly funcname: string;
  /** ISO 8601. */
  readonly time: string;
  readonly path: string;
  readonly dur: number;
  readonly bytes?: number;
  readonly msg?: string;
  readonly error?: string;
  readonly custom?: Readonly<Record<string, string>>;
  readonly http?: TraceHttp;
}

interface TraceHttp {
  readonly request: {
    readonly time: string;
    readonly proto: string;
    readonly method: string;
    readonly path: string;
    readonly rawquery: string;
    readonly headers: GoHeaders;
    readonly client: string;
  };
  readonly response: {
    readonly time: string;
    readonly headers: GoHeaders;
    readonly statuscode: number;
    /** Base64; for error responses only. */
    readonly body?: string;
  };
  readonly stats: {
    readonly inputbytes: number;
    readonly outputbytes: number;
    readonly latency: number;
    readonly timetofirstbyte: number;
  };
}
