import { storage } from '../endpoint.ts';
import { stream } from '../stream.ts';
import { z } from '../zod.ts';

/**
 * A health report of the storage server without its secrets, as the server names its parts (`sys`,
 * `minio`). Before it comes whole, messages tell only which parts were gathered.
 */
export const HealthMessage = z.looseObject({
  /** ISO 8601 */
  timestamp: z.string(),
  /** Parts that were gathered so far; absent in the report itself. */
  progress: z.array(z.string()).optional(),
  /** When the console received it, ISO 8601, to tell how far the clocks are apart. */
  receivedAt: z.string().optional(),
});
export type HealthMessage = z.infer<typeof HealthMessage>;

export const healthInfo = stream({
  id: 'tools.healthInfo',
  path: '/health-info',
  summary: 'Gathers a health report of the storage server; the last message is the report',
  permission: storage('admin:OBDInfo'),
  query: z.object({
    /** How long gathering may take, such as 1h; at most a day. */
    deadline: z.string().max(20).optional(),
  }),
  message: HealthMessage,
});
