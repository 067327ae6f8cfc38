import { storage } from '../endpoint.ts';
import { stream } from '../stream.ts';
import { z } from '../zod.ts';

/** An entry of the storage server's log. */
export const LogMessage = z.object({
  /** HH:mm:s UTC MM/DD/YYYY; '' if the server sends none. */
  time: z.string(),
  /** Deduplication key: a resent entry has the same key. */
  key: z.string(),
  /** `time` as ISO 8601. */
  at: z.string().optional(),
  /** FATAL, ERROR, WARNING, EVENT or INFO; '' if the server sends none. */
  level: z.string(),
  node: z.string(),
  /** The raw text: may have several lines and terminal colours. */
  message: z.string(),
  /** `message` for clients of MinIO's console; '' if it is in `error`. */
  ConsoleMsg: z.string(),
  /** Details of the request and the server's source location; absent for plain lines. */
  error: z
    .object({
      api: z.string(),
      bucket: z.string(),
      object: z.string(),
      deploymentId: z.string(),
      requestId: z.string(),
      remoteHost: z.string(),
      host: z.string(),
      userAgent: z.string(),
      source: z.array(z.string()),
      variables: z.record(z.string(), z.string()),
      message: z.string(),
    })
    .optional(),
  /** Request details from `error`, with the names of MinIO's console. */
  api: z
    .object({ name: z.string(), args: z.object({ bucket: z.string(), object: z.string() }) })
    .optional(),
  deploymentid: z.string().optional(),
  requestID: z.string().optional(),
  remotehost: z.string().optional(),
  host: z.string().optional(),
  userAgent: z.string().optional(),
});
export type LogMessage = z.infer<typeof LogMessage>;

export const consoleLog = stream({
  id: 'tools.consoleLog',
  path: '/console',
  summary: "The storage server's log: the last entries, and then what is written",
  permission: storage('admin:ConsoleLog'),
  message: LogMessage,
});
