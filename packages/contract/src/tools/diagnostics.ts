import { storage } from '../endpoint.ts';
import { stream } from '../stream.ts';
import { z } from '../zod.ts';

/**
 * A health report of the storage server without its secrets, with the server's section names
 * (`sys`, `minio`). Messages before the complete report contain only the names of the sections
 * gathered so far.
 */
export const HealthMessage = z.looseObject({
  /** ISO 8601 */
  timestamp: z.string(),
  /** Sections gathered so far; absent in the report itself. */
  progress: z.array(z.string()).optional(),
  /** When the console received it, ISO 8601, to determine the clock skew. */
  receivedAt: z.string().optional(),
});
export type HealthMessage = z.infer<typeof HealthMessage>;

export const healthInfo = stream({
  id: 'tools.healthInfo',
  path: '/health-info',
  summary: 'Gathers a health report of the storage server; the last message is the report',
  permission: storage('admin:OBDInfo'),
  query: z.object({
    /** Timeout for gathering, such as 1h; at most a day. */
    deadline: z.string().max(20).optional(),
  }),
  message: HealthMessage,
});
