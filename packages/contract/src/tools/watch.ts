import { storage } from '../endpoint.ts';
import { stream } from '../stream.ts';
import { z } from '../zod.ts';

/** Event kinds that can be watched, with the names that `mc watch` uses. */
export const WATCH_EVENTS = ['put', 'get', 'delete'] as const;

/** An object being changed or read, reported as it happens. */
export const WatchEvent = z.object({
  /** ISO 8601 */
  Time: z.string(),
  /** Size of the object in bytes; 0 if it was deleted. */
  Size: z.number(),
  /** Bucket and key. */
  Path: z.string(),
  /** S3 event name, such as s3:ObjectCreated:Put. */
  Type: z.string(),
  Host: z.string(),
  Port: z.string(),
  UserAgent: z.string(),
});
export type WatchEvent = z.infer<typeof WatchEvent>;

export const watchBucket = stream({
  id: 'tools.watchBucket',
  path: '/watch/{bucket}',
  summary: 'Changes in a bucket as they happen',
  permission: storage('s3:ListenBucketNotification'),
  params: z.object({ bucket: z.string() }),
  query: z.object({
    prefix: z.string().max(1024).optional(),
    suffix: z.string().max(1024).optional(),
    /** Comma-separated event kinds; defaults to all. */
    events: z.string().max(100).optional(),
  }),
  message: WatchEvent,
});
