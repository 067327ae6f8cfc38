import { endpoint, storage } from '../endpoint.ts';
import { storageErrors } from '../storage-errors.ts';
import { z } from '../zod.ts';

const errors = [...storageErrors, 'NotSupported'] as const;

/** A drive with what it did in the last minute. */
export const TopDrive = z.object({
  /** The server that it is in, and the path there. */
  endpoint: z.string(),
  path: z.string(),
  /** 'ok', 'offline', 'unformatted', … */
  state: z.string(),
  /** Bytes. */
  totalSpace: z.number(),
  usedSpace: z.number(),
  /** Absent where nothing was called, or the storage server does not measure it. */
  lastMinute: z
    .object({
      calls: z.int(),
      /** Mean time of a call in milliseconds. */
      latency: z.number(),
      /** The call that took longest on average. */
      slowest: z.object({ name: z.string(), latency: z.number() }),
    })
    .optional(),
  /** Calls that wait for the drive now. */
  waiting: z.int(),
  /** Since the server was started: calls that failed, time-outs among them. */
  errors: z.int(),
});
export type TopDrive = z.infer<typeof TopDrive>;

export const listTopDrives = endpoint({
  id: 'tools.topDrives',
  method: 'GET',
  path: '/admin/top-drives',
  summary: 'The drives of the storage server with their use, latency, waiting calls and errors',
  permission: storage('admin:StorageInfo'),
  response: z.object({ drives: z.array(TopDrive) }),
  status: 200,
  errors,
});

export const TopLock = z.object({
  resource: z.string(),
  /** 'Read' or 'Write'. */
  type: z.string(),
  /** ISO 8601 */
  since: z.string().optional(),
  source: z.string(),
});
export type TopLock = z.infer<typeof TopLock>;

export const listTopLocks = endpoint({
  id: 'tools.topLocks',
  method: 'GET',
  path: '/admin/top-locks',
  summary: 'The locks of the storage server that are held longest',
  permission: storage('admin:TopLocksInfo'),
  response: z.object({
    /** Absent where the storage server does not tell: MinIO with one server has no such call. */
    locks: z.array(TopLock).optional(),
  }),
  status: 200,
  errors,
});
