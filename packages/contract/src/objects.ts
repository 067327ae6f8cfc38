import { endpoint, storage } from './endpoint.ts';
import { objectErrors, versionErrors } from './storage-errors.ts';
import { z } from './zod.ts';

/**
 * Query values named prefix, path and version_id are base64 of the UTF-8 text. Plain text is taken
 * where it cannot be mistaken for base64.
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

/** Paths that one call deletes. */
export const MAX_DELETIONS = 10_000;

const BucketName = z.object({ bucket: z.string() });
const flag = z.enum(['true', 'false']).optional();

const Instant = z.iso.datetime({ offset: true });
const Bytes = z.coerce.number().int().min(0);

/** Which part of a listing is answered, and what it looks for: over everything that there is, not over what is loaded. */
const ListingQuery = z.object({
  prefix: z.string().optional(),
  recursive: flag,
  /**
   * Part of the name, whatever the case; a pattern for the whole name where it has '*' or '?', for the
   * path below the prefix where it has '/' too. With `recursive`, folders whose names match are
   * found as well.
   */
  search: z.string().max(1024).optional(),
  /** Bytes; no folder is found by size or time. */
  min_size: Bytes.optional(),
  max_size: Bytes.optional(),
  modified_after: Instant.optional(),
  modified_before: Instant.optional(),
  /** The key or prefix to begin with, below `prefix`; where it is not there, the next one. */
  start: z.string().optional(),
  cursor: z.string().max(8192).optional(),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
});

const ListingPage = z.object({
  /** null where there are none: that is how clients tell a folder from an object. */
  objects: z.array(StoredObject).nullable(),
  total: z.int(),
  /** Entries of the storage that a search has looked at for this page. */
  scanned: z.int().optional(),
  next: z.string().optional(),
});

/**
 * One page of a folder. A name that ends in '/' is a folder. `cursor` continues where the page
 * before ended (its `next`). A search answers after half a second at the latest, with what it has
 * found until then: a page may be empty and have a `next`. `with_deleted` adds what only older
 * versions are left of: objects by their delete markers, folders with a `delete_flag`.
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
 * One page of a folder as it was: of each object the version that was the latest then. What had been
 * deleted is there with a `delete_flag`; a folder has one if all in it had been deleted.
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
 * Multipart form data. Each file part's field name may be the file's size in
 * bytes, which lets it stream to the storage in one piece; its file name is
 * appended to `prefix`. All parts are stored, in order, or the answer names the
 * first that was not.
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

/** The bytes of an object; a single Range is honoured. A prefix that ends in '/' answers a zip of the folder. */
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
 * What a download of the same query would be refused for. A download itself is a link that the
 * browser follows: its refusal would be saved as the file, or take the page's place.
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

/** Paths that one download takes. */
export const MAX_DOWNLOADS = 10_000;

/**
 * What is downloaded together: objects, versions of objects, and folders, whose paths end in '/' ('' is
 * the whole bucket). All begin with `prefix`, which the names in the zip leave out. With `at` it is
 * what was there at that time. Of folders `matching` takes what a search of the listing with the same
 * values finds; a folder that it finds comes with everything in it.
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

/** Objects and folders as one zip. What could not be read is listed in a file of the zip. */
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

/** What a download of the same selection would be refused for. */
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
 * The delete markers that a deletion set, of objects named without a version; of what is under a
 * prefix none are told. To undo it, pass them on to `deleteObjects`: only these versions are
 * removed. A marker that took the place of an older version ('null', where versioning is
 * suspended) is not among them: removing it brings nothing back.
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
    /** Deletes a version under governance retention too, with the permission for that. */
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
