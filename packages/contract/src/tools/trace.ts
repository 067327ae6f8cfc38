import { storage } from '../endpoint.ts';
import { stream } from '../stream.ts';
import { z } from '../zod.ts';

/** The selectable kinds of calls. `internal` covers everything other than the other three. */
export const TRACE_CALLS = ['s3', 'internal', 'storage', 'os'] as const;
export type TraceCalls = (typeof TRACE_CALLS)[number];

const Headers = z.record(z.string(), z.string());

/** An operation of the storage server. */
export const TraceMessage = z.object({
  /** Start time, ISO 8601. */
  time: z.string(),
  /** Name of the operation, such as s3.PutObject or os.Fdatasync. */
  api: z.string(),
  /** The server's name for the kind, such as s3 or healing; '' if unknown to this release. */
  kind: z.string(),
  /** HTTP status; 0 for operations other than HTTP calls. */
  statusCode: z.number(),
  /** Status text, or the error of an operation other than an HTTP call. */
  statusMsg: z.string(),
  failed: z.boolean(),
  /** The called host, otherwise the node. */
  host: z.string(),
  /** Client address; '' if there is none. */
  client: z.string(),
  /** The node's name in the cluster. */
  configuration_id: z.string(),
  callStats: z.object({
    /** Milliseconds. */
    duration: z.number(),
    /** Milliseconds until the first byte of the response. */
    timeToFirstByte: z.number(),
    /** Bytes received. */
    rx: z.number(),
    /** Bytes sent. */
    tx: z.number(),
  }),
  method: z.string(),
  /** Path of the call, or of the item being processed. */
  path: z.string(),
  /** Without credentials. */
  query: z.string(),
  /** The access key that signed the call; '' if there is none. */
  accessKey: z.string(),
  /** Additional information from the server. */
  note: z.string(),
  /** For HTTP calls, excluding headers with secrets. */
  requestHeaders: Headers.optional(),
  responseHeaders: Headers.optional(),
  /** The server's error for a refused call. */
  refusal: z.object({ code: z.string(), message: z.string() }).optional(),
});
export type TraceMessage = z.infer<typeof TraceMessage>;

const YES_NO = ['yes', 'no'] as const;

export const traceCalls = stream({
  id: 'tools.traceCalls',
  path: '/trace',
  summary: 'What the storage server does, as it happens',
  permission: storage('admin:ServerTrace'),
  /** MinIO's console sends every field, with unused ones empty. */
  query: z.object({
    /** Comma-separated kinds, or 'all'; defaults to S3 calls. */
    calls: z.string().max(100).optional(),
    /** Minimum duration of a call in milliseconds. */
    threshold: z
      .string()
      .regex(/^(\d{1,9}(\.\d{1,3})?)?$/)
      .optional(),
    onlyErrors: z.enum(YES_NO).optional(),
    statusCode: z
      .string()
      .regex(/^([1-5]\d\d)?$/)
      .optional(),
    /** Such as GET, case-insensitive. */
    method: z.string().max(20).optional(),
    /** Part of the name, case-insensitive. */
    funcname: z.string().max(200).optional(),
    /** Part of the path, case-insensitive. */
    path: z.string().max(1024).optional(),
  }),
  message: TraceMessage,
});
