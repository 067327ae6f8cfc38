import { endpoint, storage } from './endpoint.ts';
import { objectErrors, versionErrors } from './storage-errors.ts';
import { z } from './zod.ts';

/**
 * Query values named prefix, path and version_id are base64 of the UTF-8 text. Plain text is
 * accepted if it cannot be mistaken for base64.
 */
export const StoredObject = z.object({
  name: z.string(),
  size: z.number().optional(),
  last_modified: z.string().optional(),
  content_type: z.string().optional(),
  etag: z.string().optional(),
  version_id: z.string().optional(),
  is_latest: z.boolean().optional(),
  is_delete_marker: z.boolean().optional(),
  delete_flag: z.boolean().optional(),
  legal_hold_status: z.string().optional(),
  retention_mode: z.string().optional(),
  retention_until_date: z.string().optional(),
  tags: z.record(z.string(), z.string()).optional(),
  user_metadata: z.record(z.string(), z.string()).optional(),
});
export type StoredObject = z.infer<typeof StoredObject>;

/** Maximum number of paths per delete call. */
export const MAX_DELETIONS = 10_000;

const BucketName = z.object({ bucket: z.string() });
const flag = z.enum(['true', 'false']).optional();

const Instant = z.iso.datetime({ offset: true });
const Bytes = z.coerce.number().int().min(0);

/**
 * Which page of a listing to return, and its search criteria, which apply to everything in storage
 * rather than to loaded entries only.
 */
const ListingQuery = z.object({
  prefix: z.string().optional(),
  recursive: flag,
  /**
   * Part of the name, case-insensitive; with '*' or '?' a pattern for the whole name, and with '/'
   * as well for the path below the prefix. With `recursive`, folders with a matching name are found
   * too.
   */
  search: z.string().max(1024).optional(),
  /** Bytes; bounds on size or time exclude folders. */
  min_size: Bytes.optional(),
  max_size: Bytes.optional(),
  modified_after: Instant.optional(),
  modified_before: Instant.optional(),
  /** The key or prefix to start at, below `prefix`; if it does not exist, the next one. */
  start: z.string().optional(),
  cursor: z.string().max(8192).optional(),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
});

const ListingPage = z.object({
  /** null if there are none: this is how clients tell a folder from an object. */
  objects: z.array(StoredObject).nullable(),
  total: z.int(),
  /** Number of storage entries that the search examined for this page. */
  scanned: z.int().optional(),
  next: z.string().optional(),
});

/**
 * Returns one page of a folder. A name that ends in '/' is a folder. `cursor` continues from the
 * previous page (its `next`). A search answers within half a second with the matches so far, so a
 * page with a `next` may be empty. `with_deleted` adds entries of which only older versions remain:
 * objects by their delete markers, folders with a `delete_flag`.
 */
export const listObjects = endpoint({
  id: 'objects.list',
  method: 'GET',
  path: '/buckets/{bucket}/objects',
  summary: 'One page of a folder, folders and objects by name',
  permission: storage('s3:ListBucket'),
  params: BucketName,
  query: ListingQuery.extend({
    with_versions: flag,
    with_deleted: flag,
    with_metadata: flag,
  }),
  response: ListingPage,
  status: 200,
  errors: objectErrors,
});

/**
 * Returns one page of a folder at a point in time: for each object the version that was the latest
 * then. Objects that were deleted at that time have a `delete_flag`, as does a folder whose
 * contents were all deleted.
 */
export const rewindObjects = endpoint({
  id: 'objects.rewind',
  method: 'GET',
  path: '/buckets/{bucket}/rewind/{date}',
  summary: 'One page of a folder as it was at a time',
  permission: storage('s3:ListBucketVersions'),
  params: BucketName.extend({ date: Instant }),
  query: ListingQuery,
  response: ListingPage,
  status: 200,
  errors: objectErrors,
});

/**
 * Accepts multipart form data. The field name of each file part may be the file's size in bytes,
 * which lets the file stream to the storage in one piece; its file name is appended to `prefix`.
 * All parts are stored in order, or the error names the first that failed.
 */
export const uploadObjects = endpoint({
  id: 'objects.upload',
  method: 'POST',
  path: '/buckets/{bucket}/objects/upload',
  summary: 'Store the files of a form',
  permission: storage('s3:PutObject'),
  params: BucketName,
  query: z.object({ prefix: z.string().optional() }),
  body: 'multipart',
  response: null,
  status: 200,
  errors: [
    ...objectErrors,
    'TooManyRequests',
    'UploadIncomplete',
    'UploadEmpty',
    'PayloadTooLarge',
    'UnsupportedMediaType',
    'ObjectLocked',
    'QuotaExceeded',
    'StorageFull',
  ],
});

const downloading = [...versionErrors, 'TooManyRequests'] as const;

/**
 * Returns the bytes of an object, honouring a single Range. A prefix that ends in '/' returns a zip
 * of the folder.
 */
export const downloadObject = endpoint({
  id: 'objects.download',
  method: 'GET',
  path: '/buckets/{bucket}/objects/download',
  summary: 'The content of an object',
  permission: storage('s3:GetObject'),
  params: BucketName,
  query: z.object({
    prefix: z.string(),
    version_id: z.string().optional(),
    preview: flag,
  }),
  response: 'bytes',
  status: 200,
  errors: [...downloading, 'RangeNotSatisfiable'],
});

/**
 * Checks whether a download with the same query would fail. The download itself is a link that the
 * browser follows, so its error would be saved as the file or replace the page.
 */
export const checkDownload = endpoint({
  id: 'objects.checkDownload',
  method: 'GET',
  path: '/buckets/{bucket}/objects/download/check',
  summary: 'Whether the content of an object can be had',
  permission: storage('s3:GetObject'),
  params: BucketName,
  query: z.object({ prefix: z.string(), version_id: z.string().optional() }),
  response: null,
  status: 204,
  errors: downloading,
});

/** Maximum number of paths per download. */
export const MAX_DOWNLOADS = 10_000;

/**
 * The selection to download: objects, versions of objects, and folders, whose paths end in '/' (''
 * is the whole bucket). All start with `prefix`, which is stripped from the names in the zip. With
 * `at` it is the state at that time. `matching` filters folders like a search of the listing with
 * the same values; a matching folder includes everything in it.
 */
export const Selection = z.object({
  prefix: z.string(),
  at: Instant.optional(),
  matching: z
    .object({
      search: z.string().max(1024).optional(),
      minSize: z.int().min(0).optional(),
      maxSize: z.int().min(0).optional(),
      modifiedAfter: Instant.optional(),
      modifiedBefore: Instant.optional(),
    })
    .optional(),
  paths: z
    .array(z.object({ path: z.string(), versionID: z.string().optional() }))
    .min(1)
    .max(MAX_DOWNLOADS),
});
export type Selection = z.infer<typeof Selection>;

/** Returns objects and folders as one zip. Read failures are listed in a file of the zip. */
export const downloadSelection = endpoint({
  id: 'objects.downloadSelection',
  method: 'POST',
  path: '/buckets/{bucket}/objects/download-multiple',
  summary: 'Several objects and folders as a zip',
  permission: storage('s3:GetObject'),
  params: BucketName,
  body: Selection,
  form: 'selection',
  response: 'bytes',
  status: 200,
  errors: [...downloading, 'PayloadTooLarge', 'UnsupportedMediaType'],
});

/** Checks whether a download of the same selection would fail. */
export const checkSelection = endpoint({
  id: 'objects.checkSelection',
  method: 'POST',
  path: '/buckets/{bucket}/objects/download-multiple/check',
  summary: 'Whether something of a selection can be had',
  permission: storage('s3:GetObject'),
  params: BucketName,
  body: Selection,
  response: null,
  status: 204,
  errors: [...downloading, 'PayloadTooLarge'],
});

/**
 * The delete markers that a deletion created for objects named without a version; none are reported
 * for objects under a prefix. To undo the deletion, pass them to `deleteObjects`: only these
 * versions are removed. A marker that replaced an older version ('null', while versioning is
 * suspended) is omitted, because removing it restores nothing.
 */
export const Deleted = z.object({
  delete_markers: z.array(z.object({ path: z.string(), versionID: z.string() })),
});
export type DeleteMarkers = z.infer<typeof Deleted>['delete_markers'];

export const deleteObject = endpoint({
  id: 'objects.delete',
  method: 'DELETE',
  path: '/buckets/{bucket}/objects',
  summary: 'Delete an object, or everything under a prefix with recursive=true',
  permission: storage('s3:DeleteObject'),
  params: BucketName,
  query: z.object({
    path: z.string(),
    version_id: z.string().optional(),
    recursive: flag,
    /** Also deletes versions under governance retention, with the permission for it. */
    bypass_governance: flag,
  }),
  response: Deleted,
  status: 200,
  errors: [...objectErrors, 'VersionNotFound', 'ObjectLocked'],
});

export const deleteObjects = endpoint({
  id: 'objects.deleteMultiple',
  method: 'POST',
  path: '/buckets/{bucket}/delete-objects',
  summary: 'Delete several objects and prefixes',
  permission: storage('s3:DeleteObject'),
  params: BucketName,
  body: z
    .array(
      z.object({
        path: z.string().min(1),
        versionID: z.string().optional(),
        recursive: z.boolean().optional(),
      }),
    )
    .max(MAX_DELETIONS),
  response: Deleted,
  status: 200,
  errors: [...objectErrors, 'VersionNotFound', 'ObjectLocked'],
});
