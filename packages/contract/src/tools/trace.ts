import { storage } from '../endpoint.ts';
import { stream } from '../stream.ts';
import { z } from '../zod.ts';

/** The kinds of calls that can be chosen. `internal` is everything that the server does besides the other three. */
export const TRACE_CALLS = ['s3', 'internal', 'storage', 'os'] as const;
export type TraceCalls = (typeof TRACE_CALLS)[number];

const Headers = z.record(z.string(), z.string());

/** One thing that the storage server has done. */
export const TraceMessage = z.object({
  /** ISO 8601, when it began. */
  time: z.string(),
  /** Name of what was done, such as s3.PutObject or os.Fdatasync. */
  api: z.string(),
  /** The server's name of its kind, such as s3 or healing; '' for one that this release does not know. */
  kind: z.string(),
  /** Status of the answer; 0 for what is no call over HTTP. */
  statusCode: z.number(),
  /** Words for the status, or the error of what is no call over HTTP. */
  statusMsg: z.string(),
  failed: z.boolean(),
  /** Host that was called, or else the node that did it. */
  host: z.string(),
  /** Address of the caller; '' for none. */
  client: z.string(),
  /** The node that did it, as a cluster knows it. */
  configuration_id: z.string(),
  callStats: z.object({
    /** Milliseconds. */
    duration: z.number(),
    /** Milliseconds until the first byte of the answer. */
    timeToFirstByte: z.number(),
    /** Bytes in. */
    rx: z.number(),
    /** Bytes out. */
    tx: z.number(),
  }),
  method: z.string(),
  /** Of the call, or of what was worked on. */
  path: z.string(),
  /** Without what proves who called. */
  query: z.string(),
  /** The access key that signed the call; '' for none. */
  accessKey: z.string(),
  /** What the server says besides. */
  note: z.string(),
  /** Of a call over HTTP, without those that hold something secret. */
  requestHeaders: Headers.optional(),
  responseHeaders: Headers.optional(),
  /** What the server answered to a call that it refused. */
  refusal: z.object({ code: z.string(), message: z.string() }).optional(),
});
export type TraceMessage = z.infer<typeof TraceMessage>;

const YES_NO = ['yes', 'no'] as const;

export const traceCalls = stream({
  id: 'tools.traceCalls',
  path: '/trace',
  summary: 'What the storage server does, as it happens',
  permission: storage('admin:ServerTrace'),
  /** MinIO's console sends every field, those that are not filled in empty. */
  query: z.object({
    /** Kinds with commas between them, or 'all'; S3 calls where it is left out. */
    calls: z.string().max(100).optional(),
    /** Milliseconds that a call took at least. */
    threshold: z
      .string()
      .regex(/^(\d{1,9}(\.\d{1,3})?)?$/)
      .optional(),
    onlyErrors: z.enum(YES_NO).optional(),
    statusCode: z
      .string()
      .regex(/^([1-5]\d\d)?$/)
      .optional(),
    /** Such as GET, in either case. */
    method: z.string().max(20).optional(),
    /** Part of the name, in either case. */
    funcname: z.string().max(200).optional(),
    /** Part of the path, in either case. */
    path: z.string().max(1024).optional(),
  }),
  message: TraceMessage,
});
