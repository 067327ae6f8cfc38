import { BucketAccess, BucketQuota, BucketRetention, QuotaType } from '../buckets.ts';
import { endpoint, storage } from '../endpoint.ts';
import { storageErrors } from '../storage-errors.ts';
import { z } from '../zod.ts';
import { BucketParams, changeErrors, Revision, RevisionQuery, readErrors } from './shared.ts';

/** The longest policy document that MinIO accepts, in bytes. */
export const MAX_POLICY_BYTES = 20 * 1024;

export const EncryptionType = z.enum(['sse-s3', 'sse-kms']);

export const AccessPolicy = z.object({
  access: BucketAccess,
  /** The bucket's policy document, JSON; absent when there is none. */
  definition: z.string().optional(),
  revision: Revision,
});
export type AccessPolicy = z.infer<typeof AccessPolicy>;

export const VersioningStatus = z.enum(['off', 'enabled', 'suspended']);

/** AES256 or aws:kms; while encryption is off, getEncryption fails with EncryptionNotFound. */
export const Encryption = z.object({
  algorithm: z.string(),
  kmsMasterKeyID: z.string().optional(),
  revision: Revision,
});
export type Encryption = z.infer<typeof Encryption>;

/** The revision of disabled encryption, because an error response carries none. */
export const ENCRYPTION_OFF_REVISION = 'dCNOmK_nSY-12vHzasLXis';

export const Quota = z.object({
  /** Bytes; 0 when there is none. */
  quota: z.number(),
  type: QuotaType,
  revision: Revision,
});
export type Quota = z.infer<typeof Quota>;

/** The default retention of new objects; disabled without mode, unit and validity. */
export const Retention = z.object({
  mode: BucketRetention.shape.mode.optional(),
  unit: BucketRetention.shape.unit.optional(),
  validity: z.number().optional(),
  revision: Revision,
});
export type Retention = z.infer<typeof Retention>;

export const Usage = z.object({
  /** Bytes of all versions, from the server's last count. */
  size: z.number(),
  objects: z.number(),
  versions: z.number().optional(),
  deleteMarkers: z.number().optional(),
  /** Time of the server's last count, ISO 8601; absent if it does not report it. */
  lastUpdate: z.string().optional(),
});
export type Usage = z.infer<typeof Usage>;

export const Tags = z.record(z.string(), z.string());

export const getAccessPolicy = endpoint({
  id: 'bucketAdmin.getAccessPolicy',
  method: 'GET',
  path: '/buckets/{bucket}/access-policy',
  summary: 'What anonymous users may do with the bucket, and the policy document that says so',
  permission: storage('s3:GetBucketPolicy'),
  params: BucketParams,
  response: AccessPolicy,
  status: 200,
  errors: readErrors,
});

export const setAccessPolicy = endpoint({
  id: 'bucketAdmin.setAccessPolicy',
  method: 'PUT',
  path: '/buckets/{bucket}/set-policy',
  summary: 'Make the bucket private or public, or give it a policy document of its own',
  permission: storage('s3:PutBucketPolicy'),
  params: BucketParams,
  query: RevisionQuery,
  body: z.object({
    access: BucketAccess,
    /** With CUSTOM: the policy document, JSON. */
    definition: z.string().max(MAX_POLICY_BYTES).optional(),
  }),
  response: AccessPolicy.extend({ name: z.string() }),
  status: 200,
  errors: changeErrors,
});

export const getVersioning = endpoint({
  id: 'bucketAdmin.getVersioning',
  method: 'GET',
  path: '/buckets/{bucket}/versioning',
  summary: 'Whether the bucket keeps versions',
  permission: storage('s3:GetBucketVersioning'),
  params: BucketParams,
  response: z.object({ is_versioned: z.boolean(), status: VersioningStatus, revision: Revision }),
  status: 200,
  errors: readErrors,
});

export const setVersioning = endpoint({
  id: 'bucketAdmin.setVersioning',
  method: 'PUT',
  path: '/buckets/{bucket}/versioning',
  summary: 'Keep versions, or stop keeping new ones (suspended)',
  permission: storage('s3:PutBucketVersioning'),
  params: BucketParams,
  query: RevisionQuery,
  body: z.object({ versioning: z.boolean() }),
  response: null,
  status: 201,
  errors: changeErrors,
});

export const getObjectLocking = endpoint({
  id: 'bucketAdmin.getObjectLocking',
  method: 'GET',
  path: '/buckets/{bucket}/object-locking',
  summary: 'Whether objects of the bucket can be locked; fixed when the bucket is created',
  permission: storage('s3:GetBucketObjectLockConfiguration'),
  params: BucketParams,
  response: z.object({ object_locking_enabled: z.boolean() }),
  status: 200,
  errors: readErrors,
});

export const getRetention = endpoint({
  id: 'bucketAdmin.getRetention',
  method: 'GET',
  path: '/buckets/{bucket}/retention',
  summary: 'How long new objects are locked for',
  permission: storage('s3:GetBucketObjectLockConfiguration'),
  params: BucketParams,
  response: Retention,
  status: 200,
  errors: readErrors,
});

export const setRetention = endpoint({
  id: 'bucketAdmin.setRetention',
  method: 'PUT',
  path: '/buckets/{bucket}/retention',
  summary: 'Lock new objects for a time',
  permission: storage('s3:PutBucketObjectLockConfiguration'),
  params: BucketParams,
  query: RevisionQuery,
  body: BucketRetention,
  response: null,
  status: 200,
  errors: changeErrors,
});

export const removeRetention = endpoint({
  id: 'bucketAdmin.removeRetention',
  method: 'DELETE',
  path: '/buckets/{bucket}/retention',
  summary: 'Stop locking new objects; locks that objects have stay',
  permission: storage('s3:PutBucketObjectLockConfiguration'),
  params: BucketParams,
  query: RevisionQuery,
  response: null,
  status: 204,
  errors: changeErrors,
});

export const getEncryption = endpoint({
  id: 'bucketAdmin.getEncryption',
  method: 'GET',
  path: '/buckets/{bucket}/encryption/info',
  summary: 'How new objects are encrypted',
  permission: storage('s3:GetEncryptionConfiguration'),
  params: BucketParams,
  response: Encryption,
  status: 200,
  errors: [...readErrors, 'EncryptionNotFound'],
});

export const enableEncryption = endpoint({
  id: 'bucketAdmin.enableEncryption',
  method: 'POST',
  path: '/buckets/{bucket}/encryption/enable',
  summary: 'Encrypt new objects',
  permission: storage('s3:PutEncryptionConfiguration'),
  params: BucketParams,
  query: RevisionQuery,
  body: z.object({ encType: EncryptionType, kmsKeyID: z.string().max(256).optional() }),
  response: null,
  status: 200,
  errors: changeErrors,
});

export const disableEncryption = endpoint({
  id: 'bucketAdmin.disableEncryption',
  method: 'POST',
  path: '/buckets/{bucket}/encryption/disable',
  summary: 'Stop encrypting new objects',
  permission: storage('s3:PutEncryptionConfiguration'),
  params: BucketParams,
  query: RevisionQuery,
  response: null,
  status: 200,
  errors: changeErrors,
});

export const listKmsKeys = endpoint({
  id: 'bucketAdmin.listKmsKeys',
  method: 'GET',
  path: '/kms/keys',
  summary: 'The keys of the key service that buckets can be encrypted with',
  permission: storage('kms:ListKeys'),
  response: z.object({
    /** False if the storage server has no key management service. */
    configured: z.boolean(),
    default_key: z.string().optional(),
    keys: z.array(z.string()),
  }),
  status: 200,
  errors: storageErrors,
});

export const getQuota = endpoint({
  id: 'bucketAdmin.getQuota',
  method: 'GET',
  path: '/buckets/{bucket}/quota',
  summary: 'How much the bucket may hold',
  permission: storage('admin:GetBucketQuota'),
  params: BucketParams,
  response: Quota,
  status: 200,
  errors: readErrors,
});

export const setQuota = endpoint({
  id: 'bucketAdmin.setQuota',
  method: 'PUT',
  path: '/buckets/{bucket}/quota',
  summary: 'Limit what the bucket may hold, or lift the limit',
  permission: storage('admin:SetBucketQuota'),
  params: BucketParams,
  query: RevisionQuery,
  body: BucketQuota,
  response: Quota.extend({ name: z.string() }),
  status: 200,
  errors: changeErrors,
});

export const getUsage = endpoint({
  id: 'bucketAdmin.getUsage',
  method: 'GET',
  path: '/buckets/{bucket}/usage',
  summary: 'What the bucket holds, and how old this count is',
  permission: storage('s3:ListBucket'),
  params: BucketParams,
  response: Usage,
  status: 200,
  errors: readErrors,
});

export const getTags = endpoint({
  id: 'bucketAdmin.getTags',
  method: 'GET',
  path: '/buckets/{bucket}/tags',
  summary: 'The tags of the bucket',
  permission: storage('s3:GetBucketTagging'),
  params: BucketParams,
  response: z.object({ tags: Tags, revision: Revision }),
  status: 200,
  errors: readErrors,
});

export const setTags = endpoint({
  id: 'bucketAdmin.setTags',
  method: 'PUT',
  path: '/buckets/{bucket}/tags',
  summary: 'Give the bucket exactly these tags; none removes all',
  permission: storage('s3:PutBucketTagging'),
  params: BucketParams,
  query: RevisionQuery,
  body: z.object({ tags: Tags }),
  response: null,
  status: 200,
  errors: changeErrors,
});
