import { storage } from '../endpoint.ts';
import { stream } from '../stream.ts';
import { z } from '../zod.ts';

/** The kinds of events that can be watched, by the names that `mc watch` has for them. */
export const WATCH_EVENTS = ['put', 'get', 'delete'] as const;

/** A change of an object or a read of it, the moment it happens. */
export const WatchEvent = z.object({
  /** ISO 8601 */
  Time: z.string(),
  /** Bytes of the object; 0 where there is none any more. */
  Size: z.number(),
  /** Bucket and key. */
  Path: z.string(),
  /** S3's name of the event, such as s3:ObjectCreated:Put. */
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
    /** Kinds of events, with commas between them; all of them where it is left out. */
    events: z.string().max(100).optional(),
  }),
  message: WatchEvent,
});
