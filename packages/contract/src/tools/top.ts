import { endpoint, storage } from '../endpoint.ts';
import { storageErrors } from '../storage-errors.ts';
import { z } from '../zod.ts';

const errors = [...storageErrors, 'NotSupported'] as const;

/** A drive and its activity in the last minute. */
export const TopDrive = z.object({
  /** The server and the path of the drive. */
  endpoint: z.string(),
  path: z.string(),
  /** 'ok', 'offline', 'unformatted', … */
  state: z.string(),
  /** Bytes. */
  totalSpace: z.number(),
  usedSpace: z.number(),
  /** Absent if there were no calls, or the storage server does not measure them. */
  lastMinute: z
    .object({
      calls: z.int(),
      /** Mean duration of a call in milliseconds. */
      latency: z.number(),
      /** The call with the longest mean duration. */
      slowest: z.object({ name: z.string(), latency: z.number() }),
    })
    .optional(),
  /** Calls that are waiting for the drive. */
  waiting: z.int(),
  /** Failed calls since the server started, including timeouts. */
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
    /** Absent if the storage server does not report it: MinIO with one server has no such call. */
    locks: z.array(TopLock).optional(),
  }),
  status: 200,
  errors,
});
