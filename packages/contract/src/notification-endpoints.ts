import { isTargetName, TARGET_KINDS } from '@stowage/domain/notification-targets/target-kinds';
import { endpoint, storage } from './endpoint.ts';
import { storageErrors } from './storage-errors.ts';
import { z } from './zod.ts';

const errors = [...storageErrors, 'NotSupported'] as const;

/**
 * `online` and `offline` as reported by the server for active targets; `pending` until the restart
 * that activates a new one; `disabled` if configured but switched off.
 */
export const TargetStatus = z.enum(['online', 'offline', 'pending', 'disabled']);
export type TargetStatus = z.infer<typeof TargetStatus>;

/** A notification target that the storage server uses, or will use after a restart. */
export const NotificationEndpoint = z.object({
  /** The kind as in ARNs, such as webhook. */
  service: z.string(),
  /** The target's name; '_' for the default one. */
  account_id: z.string(),
  status: TargetStatus,
  /** The effect of the next restart, if known. */
  at_restart: z.enum(['added', 'removed', 'disabled']).optional(),
  /**
   * Whether it is defined by the server's environment variables, so that it cannot be changed here.
   */
  from_environment: z.boolean(),
});
export type NotificationEndpoint = z.infer<typeof NotificationEndpoint>;

const Subsystem = z.enum(TARGET_KINDS.map(({ subsystem }) => subsystem));
const Name = z.string().refine(isTargetName, 'It must be letters, digits, dots, - and _');
const TargetParams = z.object({
  /** The configuration subsystem, such as notify_webhook. */
  service: Subsystem,
  account_id: Name,
});

export const listNotificationEndpoints = endpoint({
  id: 'notificationEndpoints.list',
  method: 'GET',
  path: '/admin/notification_endpoints',
  summary: 'The notification targets of the storage server with their state',
  permission: storage('admin:ServerInfo'),
  response: z.object({
    notification_endpoints: z.array(NotificationEndpoint).nullable(),
  }),
  status: 200,
  errors,
});

/** Buckets with a subscription that sends events to a target. */
export const TargetUsers = z.object({
  buckets: z.array(z.string()),
  /** Buckets whose subscriptions could not be read. */
  unread: z.int(),
});
export type TargetUsers = z.infer<typeof TargetUsers>;

export const listTargetUsers = endpoint({
  id: 'notificationEndpoints.users',
  method: 'GET',
  path: '/admin/notification_endpoints/{service}/{account_id}/buckets',
  summary: 'The buckets that send events to a notification target',
  permission: storage('s3:GetBucketNotification'),
  params: TargetParams,
  response: TargetUsers,
  status: 200,
  errors: [...errors, 'InvalidInput'],
});

export const deleteNotificationEndpoint = endpoint({
  id: 'notificationEndpoints.delete',
  method: 'DELETE',
  path: '/admin/notification_endpoints/{service}/{account_id}',
  summary: 'Remove a notification target; with `force` the subscriptions of buckets to it as well',
  permission: storage('admin:ConfigUpdate'),
  params: TargetParams,
  query: z.object({ force: z.enum(['true', 'false']).optional() }),
  response: z.object({ restart: z.boolean() }),
  status: 200,
  errors: [...errors, 'InvalidInput', 'NotFound', 'TargetInUse', 'ChangedMeanwhile'],
});

/** Why a test of a target failed. */
export const TestFailure = z.enum([
  'name-not-found',
  'refused',
  'timeout',
  'unreachable',
  'certificate',
  'tls',
  'credentials',
  'database-missing',
  'table-missing',
  'protocol',
  'not-allowed',
]);
export type TestFailure = z.infer<typeof TestFailure>;

/** One step of the console's own test. A missing table is not an error: the server creates it. */
export const TestStep = z.object({
  step: z.enum(['name', 'connection', 'tls', 'service', 'table']),
  failure: TestFailure.optional(),
});
export type TestStep = z.infer<typeof TestStep>;

/** The result of a target test. */
export const TargetTest = z.object({
  /** The storage server's test, from the host that will send the events. */
  storage: z.object({
    passed: z.boolean(),
    /** The server's message if it rejected the target. */
    reason: z.string(),
  }),
  /** The console's test from its own host, for diagnosis; only after the server's test failed. */
  console: z.object({ host: z.string(), port: z.int(), steps: z.array(TestStep) }).optional(),
});
export type TargetTest = z.infer<typeof TargetTest>;

export const testNotificationEndpoint = endpoint({
  id: 'notificationEndpoints.test',
  method: 'POST',
  path: '/admin/notification_endpoints/{service}/test',
  summary: 'Try a notification target without keeping it',
  permission: storage('admin:ConfigUpdate'),
  params: TargetParams.pick({ service: true }),
  body: z.object({
    /** An existing target, whose stored secrets replace omitted ones. */
    account_id: Name.optional(),
    key_values: z
      .array(
        z.object({ key: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/), value: z.string().max(4096) }),
      )
      .min(1)
      .max(64),
  }),
  response: TargetTest,
  status: 200,
  errors: [...errors, 'InvalidInput', 'TooManyTests', 'ChangedMeanwhile'],
});
