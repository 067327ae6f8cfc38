import { endpoint, storage } from '../endpoint.ts';
import { PageQuery } from '../page-query.ts';
import { z } from '../zod.ts';
import {
  BucketParams,
  changeErrors,
  KeyPart,
  Revision,
  RevisionQuery,
  readErrors,
} from './shared.ts';

export const EVENT_TYPES = ['put', 'get', 'delete'] as const;
export const EventType = z.enum(EVENT_TYPES);
export type EventType = z.infer<typeof EventType>;

export const EventSubscription = z.object({
  id: z.string(),
  arn: z.string(),
  events: z.array(EventType),
  /** S3 event names outside the three types, such as s3:Replication:*. */
  other_events: z.array(z.string()),
  prefix: z.string(),
  suffix: z.string(),
  revision: Revision,
});
export type EventSubscription = z.infer<typeof EventSubscription>;

/** A target that events can be sent to. */
export const EventTarget = z.object({
  arn: z.string(),
  /** The target kind, such as webhook. */
  service: z.string(),
  /** Whether the server can reach it; absent if it does not report that. */
  online: z.boolean().optional(),
});
export type EventTarget = z.infer<typeof EventTarget>;

export const listEvents = endpoint({
  id: 'bucketAdmin.listEvents',
  method: 'GET',
  path: '/buckets/{bucket}/events',
  summary: 'Which events of the bucket are sent where',
  permission: storage('s3:GetBucketNotification'),
  params: BucketParams,
  query: PageQuery,
  response: z.object({ events: z.array(EventSubscription), total: z.int() }),
  status: 200,
  errors: [...readErrors, 'InvalidInput'],
});

/** In MinIO's format. */
const FilterText = KeyPart.refine(
  (text) => !text.includes('\\') && !text.split('/').some((part) => part === '.' || part === '..'),
  "It holds a backslash, or '.' or '..' between slashes",
);

export const subscribeToEvent = endpoint({
  id: 'bucketAdmin.subscribeToEvent',
  method: 'POST',
  path: '/buckets/{bucket}/events',
  summary: 'Send events of the bucket to a target',
  permission: storage('s3:PutBucketNotification'),
  params: BucketParams,
  body: z.object({
    configuration: z.object({
      arn: z.string().min(1),
      events: z.array(EventType).min(1),
      prefix: FilterText.optional(),
      suffix: FilterText.optional(),
    }),
    /** Idempotent: an existing subscription is not an error. */
    ignoreExisting: z.boolean().optional(),
  }),
  response: null,
  status: 201,
  errors: changeErrors,
});

export const deleteEvent = endpoint({
  id: 'bucketAdmin.deleteEvent',
  method: 'DELETE',
  path: '/buckets/{bucket}/events/{arn}',
  summary: 'Stop sending events to a target: the subscription with these types, prefix and suffix',
  permission: storage('s3:PutBucketNotification'),
  params: BucketParams.extend({ arn: z.string() }),
  query: RevisionQuery,
  body: z.object({
    events: z.array(EventType),
    prefix: z.string(),
    suffix: z.string(),
    /** Distinguishes subscriptions that differ only in other events. */
    id: z.string().optional(),
  }),
  response: null,
  status: 204,
  errors: [...changeErrors, 'NotFound'],
});

export const listArns = endpoint({
  id: 'bucketAdmin.listArns',
  method: 'GET',
  path: '/admin/arns',
  summary: 'The targets of the storage server that events can be sent to',
  permission: storage('admin:ServerInfo'),
  response: z.object({ arns: z.array(z.string()), targets: z.array(EventTarget) }),
  status: 200,
  errors: readErrors.filter((code) => code !== 'BucketNotFound' && code !== 'InvalidBucketName'),
});
