import { storage } from '../endpoint.ts';
import { stream } from '../stream.ts';
import { z } from '../zod.ts';

/** An entry of the storage server's log. */
export const LogMessage = z.object({
  /** HH:mm:s UTC MM/DD/YYYY; '' where the server tells none. */
  time: z.string(),
  /** Tells entries apart: the same entry has the same key when it is sent again. */
  key: z.string(),
  /** `time` as ISO 8601. */
  at: z.string().optional(),
  /** FATAL, ERROR, WARNING, EVENT or INFO; '' where the server does not say. */
  level: z.string(),
  node: z.string(),
  /** As it was written: lines, and perhaps the colours of a terminal. */
  message: z.string(),
  /** `message` for clients of MinIO's console; '' where it stands in `error`. */
  ConsoleMsg: z.string(),
  /** What the entry says of the request and the place in the server's source; absent for plain lines. */
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
  /** What `error` says of the request, by the names of MinIO's console. */
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
