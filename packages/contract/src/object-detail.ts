import { BucketParams, Revision, RevisionQuery } from './bucket-admin/shared.ts';
import { RetentionMode } from './buckets.ts';
import { endpoint, storage } from './endpoint.ts';
import { StoredObject } from './objects.ts';
import { versionErrors } from './storage-errors.ts';
import { z } from './zod.ts';

/** S3's limits for the tags of an object; lengths in characters. */
export const MAX_OBJECT_TAGS = 10;
export const MAX_TAG_KEY = 128;
export const MAX_TAG_VALUE = 256;
/** S3's limit for user metadata, names and values combined, in UTF-8 bytes. */
export const MAX_METADATA_BYTES = 2048;

/**
 * A valid header value: no control characters, and no leading or trailing whitespace, which HTTP
 * strips.
 */
const HeaderText = z
  .string()
  .max(MAX_METADATA_BYTES)
  .refine((text) => !/\p{Cc}/u.test(text) && text.trim() === text, 'It cannot stand in a header');

/** The content headers that an object is served with. */
export const ContentHeaders = z.object({
  content_type: HeaderText.optional(),
  content_encoding: HeaderText.optional(),
  content_disposition: HeaderText.optional(),
  content_language: HeaderText.optional(),
  cache_control: HeaderText.optional(),
  expires: HeaderText.optional(),
});
export type ContentHeaders = z.infer<typeof ContentHeaders>;

/** Lower-case header names without the x-amz-meta- prefix. */
export const UserMetadata = z
  .record(z.string().regex(/^[a-z0-9!#$%&'*+.^_`|~-]+$/), HeaderText)
  .refine((pairs) => metadataBytes(pairs) <= MAX_METADATA_BYTES, {
    error: `Too big: at most ${MAX_METADATA_BYTES} bytes`,
  });

/** Returns the size of user metadata, names and values combined, in UTF-8 bytes. */
export function metadataBytes(pairs: Readonly<Record<string, string>>): number {
  const { length } = new TextEncoder().encode(Object.entries(pairs).flat().join(''));
  return length;
}

/** The metadata of an object that can be changed without uploading it again. */
export const ObjectMetadata = ContentHeaders.extend({ user_metadata: UserMetadata });
export type ObjectMetadata = z.infer<typeof ObjectMetadata>;

/**
 * All metadata of an object or of one of its versions. Parts that the caller may not read are
 * omitted, together with their revision. A delete marker has only its version and its time.
 */
export const ObjectDetail = StoredObject.extend({
  content_encoding: z.string().optional(),
  content_disposition: z.string().optional(),
  content_language: z.string().optional(),
  cache_control: z.string().optional(),
  expires: z.string().optional(),
  storage_class: z.string().optional(),
  /** AES256 or aws:kms. */
  encryption: z.string().optional(),
  encryption_key: z.string().optional(),
  replication_status: z.string().optional(),
  revisions: z.object({
    tags: Revision.optional(),
    legal_hold: Revision.optional(),
    retention: Revision.optional(),
    metadata: Revision.optional(),
  }),
});
export type ObjectDetail = z.infer<typeof ObjectDetail>;

/** A version of an object, or a delete marker. */
export const ObjectVersion = z.object({
  version_id: z.string(),
  /** 1 is the oldest; absent if there are too many to count. */
  number: z.int().optional(),
  last_modified: z.string(),
  /** Bytes; absent for a delete marker. */
  size: z.number().optional(),
  etag: z.string().optional(),
  storage_class: z.string().optional(),
  is_latest: z.boolean(),
  is_delete_marker: z.boolean(),
});
export type ObjectVersion = z.infer<typeof ObjectVersion>;

/** Without version_id: the current version. Both are base64 of the UTF-8 text. */
const VersionQuery = z.object({ prefix: z.string(), version_id: z.string().optional() });
const ChangeQuery = VersionQuery.extend(RevisionQuery.shape);
const flag = z.enum(['true', 'false']).optional();

const reading = [...versionErrors, 'NotSupported'] as const;
const changing = [...reading, 'ChangedMeanwhile'] as const;
const writing = [...changing, 'ObjectLocked', 'QuotaExceeded', 'StorageFull'] as const;

export const getObjectDetail = endpoint({
  id: 'objectDetail.get',
  method: 'GET',
  path: '/buckets/{bucket}/objects/detail',
  summary: 'Everything about an object, or about one of its versions',
  permission: storage('s3:GetObject'),
  params: BucketParams,
  query: VersionQuery,
  response: ObjectDetail,
  status: 200,
  errors: reading,
});

/**
 * Returns one page of the versions of one object, newest first. `search` matches versions whose ID
 * contains the text, or whose time (2026-11-12T09:41:07Z) starts with it.
 */
export const listVersions = endpoint({
  id: 'objectDetail.listVersions',
  method: 'GET',
  path: '/buckets/{bucket}/objects/versions',
  summary: 'One page of the versions of an object, the newest first',
  permission: storage('s3:ListBucketVersions'),
  params: BucketParams,
  query: z.object({
    prefix: z.string(),
    search: z.string().max(1024).optional(),
    /** Excludes versions that were written later. */
    until: z.iso.datetime({ offset: true }).optional(),
    /** `next` of the previous page. */
    cursor: z.string().max(1024).optional(),
    limit: z.coerce.number().int().min(1).max(1000).optional(),
  }),
  response: z.object({
    versions: z.array(ObjectVersion),
    /** Total count including delete markers; absent if there are too many to count. */
    total: z.int().optional(),
    next: z.string().optional(),
  }),
  status: 200,
  errors: reading,
});

/**
 * Shortening or changing a governance retention requires bypass_governance=true and the permission
 * for it.
 */
export const setObjectRetention = endpoint({
  id: 'objectDetail.setRetention',
  method: 'PUT',
  path: '/buckets/{bucket}/objects/retention',
  summary: 'Lock a version of an object until a time',
  permission: storage('s3:PutObjectRetention'),
  params: BucketParams,
  query: ChangeQuery.extend({ bypass_governance: flag }),
  body: z.object({
    /** ISO 8601; the console sends the end of a day, 23:59:59Z. */
    expires: z.iso.datetime({ offset: true }),
    mode: RetentionMode,
  }),
  response: null,
  status: 200,
  errors: [...changing, 'ObjectLocked'],
});

/** Requests the governance bypass; a compliance retention cannot be removed by anybody. */
export const removeObjectRetention = endpoint({
  id: 'objectDetail.removeRetention',
  method: 'DELETE',
  path: '/buckets/{bucket}/objects/retention',
  summary: 'Remove the governance retention of a version of an object',
  permission: storage('s3:PutObjectRetention'),
  params: BucketParams,
  query: ChangeQuery,
  response: null,
  status: 200,
  errors: [...changing, 'ObjectLocked'],
});

export const setObjectLegalHold = endpoint({
  id: 'objectDetail.setLegalHold',
  method: 'PUT',
  path: '/buckets/{bucket}/objects/legalhold',
  summary: 'Put a version of an object under legal hold, or end it',
  permission: storage('s3:PutObjectLegalHold'),
  params: BucketParams,
  query: ChangeQuery,
  body: z.object({ status: z.enum(['enabled', 'disabled']) }),
  response: null,
  status: 200,
  errors: changing,
});

export const setObjectTags = endpoint({
  id: 'objectDetail.setTags',
  method: 'PUT',
  path: '/buckets/{bucket}/objects/tags',
  summary: 'Give a version of an object exactly these tags; none removes all',
  permission: storage('s3:PutObjectTagging'),
  params: BucketParams,
  query: ChangeQuery,
  body: z.object({
    tags: z
      .record(z.string().min(1).max(MAX_TAG_KEY), z.string().max(MAX_TAG_VALUE))
      .refine((tags) => Object.keys(tags).length <= MAX_OBJECT_TAGS, {
        error: `Too many: at most ${MAX_OBJECT_TAGS} tags`,
      }),
  }),
  response: null,
  status: 200,
  errors: changing,
});

/** Copies the version to make it current; the version itself is unchanged. */
export const restoreVersion = endpoint({
  id: 'objectDetail.restoreVersion',
  method: 'PUT',
  path: '/buckets/{bucket}/objects/restore',
  summary: 'Make an earlier version of an object the current one',
  permission: storage('s3:PutObject'),
  params: BucketParams,
  query: z.object({ prefix: z.string(), version_id: z.string().min(1) }),
  response: null,
  status: 200,
  errors: writing,
});

/**
 * Rewrites the current version with these headers and this user metadata, preserving tags, legal
 * hold, retention, encryption and storage class.
 */
export const setObjectMetadata = endpoint({
  id: 'objectDetail.setMetadata',
  method: 'PUT',
  path: '/buckets/{bucket}/objects/metadata',
  summary: 'Replace the content headers and the user metadata of an object',
  permission: storage('s3:PutObject'),
  params: BucketParams,
  query: z.object({ prefix: z.string() }).extend(RevisionQuery.shape),
  body: ObjectMetadata,
  response: null,
  status: 200,
  errors: writing,
});
