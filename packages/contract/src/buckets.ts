import {
  MAX_RETENTION,
  QUOTA_TYPES,
  RETENTION_MODES,
  RETENTION_UNITS,
} from '@stowage/domain/retention';
import { endpoint, session, storage } from './endpoint.ts';
import { PageQuery } from './page-query.ts';
import { storageErrors } from './storage-errors.ts';
import { z } from './zod.ts';

export const BucketAccess = z.enum(['PRIVATE', 'PUBLIC', 'CUSTOM']);
export const RetentionMode = z.enum(RETENTION_MODES);
export const RetentionUnit = z.enum(RETENTION_UNITS);
export const QuotaType = z.enum(QUOTA_TYPES);

export const Bucket = z.object({
  name: z.string(),
  creation_date: z.string(),
  size: z.number().optional(),
  objects: z.number().optional(),
  rw_access: z.object({ read: z.boolean(), write: z.boolean() }),
  manage: z.boolean(),
  access: BucketAccess.optional(),
  /** Whether the bucket's policy grants anonymous users any access, even to a single object. */
  anonymous: z.boolean().optional(),
  /** Names or patterns such as 's3:*', to be matched with the domain's `grants`. */
  allowedActions: z.array(z.string()),
  details: z
    .object({
      versioning: z.boolean().optional(),
      versioningSuspended: z.boolean().optional(),
      locking: z.boolean().optional(),
      replication: z.boolean().optional(),
      quota: z.object({ quota: z.number(), type: QuotaType }).optional(),
      tags: z.record(z.string(), z.string()).optional(),
    })
    .optional(),
});
export type Bucket = z.infer<typeof Bucket>;

/** A disabled quota has amount 0. */
export const BucketQuota = z
  .object({
    enabled: z.boolean(),
    quota_type: QuotaType.optional(),
    amount: z.int().min(0).optional(),
  })
  .refine(({ enabled, amount = 0 }) => !enabled || amount > 0, {
    path: ['amount'],
    message: 'A quota needs an amount of at least 1 byte.',
  });
export type BucketQuota = z.infer<typeof BucketQuota>;

export const BucketRetention = z
  .object({ mode: RetentionMode, unit: RetentionUnit, validity: z.int().min(1) })
  .refine(({ unit, validity }) => validity <= MAX_RETENTION[unit], {
    path: ['validity'],
    message: `Too long: at most ${MAX_RETENTION.days} days or ${MAX_RETENTION.years} years`,
  });
export type BucketRetention = z.infer<typeof BucketRetention>;

export const MakeBucket = z.object({
  name: z.string().min(1),
  versioning: z.boolean().optional(),
  locking: z.boolean().optional(),
  quota: BucketQuota.optional(),
  retention: BucketRetention.optional(),
});
export type MakeBucket = z.infer<typeof MakeBucket>;

const Name = z.object({ name: z.string() });

export const listBuckets = endpoint({
  id: 'buckets.list',
  method: 'GET',
  path: '/buckets',
  summary: 'The buckets that the caller can reach, with usage and access',
  permission: storage('s3:ListAllMyBuckets'),
  query: PageQuery.extend({ sort_by: z.string().optional() }),
  response: z.object({ buckets: z.array(Bucket), total: z.int() }),
  status: 200,
  errors: [...storageErrors, 'InvalidInput'],
});

export const createBucket = endpoint({
  id: 'buckets.create',
  method: 'POST',
  path: '/buckets',
  summary: 'Create a bucket, with versioning, locking, quota and retention as wished',
  permission: storage('s3:CreateBucket'),
  body: MakeBucket,
  response: null,
  status: 201,
  errors: [...storageErrors, 'InvalidInput', 'InvalidBucketName', 'BucketExists', 'NotSupported'],
});

export const getBucket = endpoint({
  id: 'buckets.get',
  method: 'GET',
  path: '/buckets/{name}',
  summary: 'One bucket: access, usage, and what the caller may do with it',
  permission: storage('s3:ListBucket'),
  params: Name,
  response: Bucket,
  status: 200,
  errors: [...storageErrors, 'InvalidBucketName', 'BucketNotFound'],
});

export const BucketAccessList = z.object({
  access: z.record(z.string(), BucketAccess),
  /** Buckets whose policy grants anonymous users any access. */
  anonymous: z.array(z.string()),
});
export type BucketAccessList = z.infer<typeof BucketAccessList>;

/** Maximum number of buckets per call; more than fit on a screen. */
export const MAX_ACCESS_NAMES = 100;

/**
 * Returns what the policies of some buckets grant to anonymous users. The bucket list omits this
 * because it takes a storage call per bucket. Buckets that were deleted, or whose policy the caller
 * may not read, are omitted.
 */
export const listBucketAccess = endpoint({
  id: 'buckets.listAccess',
  method: 'GET',
  path: '/buckets-access',
  summary: 'Which of these buckets anonymous users can reach',
  permission: storage('s3:GetBucketPolicy'),
  query: z.object({
    /** Comma-separated. */
    names: z
      .string()
      .min(1)
      .transform((names) => names.split(','))
      .pipe(z.array(z.string()).max(MAX_ACCESS_NAMES)),
  }),
  response: BucketAccessList,
  status: 200,
  errors: [...storageErrors, 'InvalidInput', 'InvalidBucketName'],
});

export const deleteBucket = endpoint({
  id: 'buckets.delete',
  method: 'DELETE',
  path: '/buckets/{name}',
  summary: 'Delete an empty bucket; by force, with everything in it',
  permission: storage('s3:DeleteBucket'),
  recentLogin: ({ query }) => query.force === 'true',
  params: Name,
  query: z.object({
    /** Additionally requires s3:ForceDeleteBucket. */
    force: z.enum(['true', 'false']).optional(),
  }),
  response: null,
  status: 204,
  errors: [
    'PasswordRequired',
    ...storageErrors,
    'InvalidInput',
    'InvalidBucketName',
    'BucketNotFound',
    'BucketNotEmpty',
  ],
});

/** Several times the length of the longest action name, in characters. */
const MAX_ACTION_LENGTH = 256;

export const hasPermission = endpoint({
  id: 'buckets.hasPermission',
  method: 'POST',
  path: '/has-permission',
  summary: 'Which of these actions the caller may do',
  permission: session,
  body: z.object({
    actions: z
      .array(
        z.object({
          id: z.string(),
          action: z.string().max(MAX_ACTION_LENGTH),
          bucket_name: z.string().optional(),
        }),
      )
      .max(100),
  }),
  response: z.object({ permissions: z.array(z.object({ id: z.string(), can: z.boolean() })) }),
  status: 201,
  errors: ['SessionRequired', 'InvalidInput', 'StorageUnreachable', 'StorageTimeout'],
});
