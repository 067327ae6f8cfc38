import { MAX_PARTS } from '@stowage/domain/upload-parts';
import { endpoint, storage } from './endpoint.ts';
import { storageErrors } from './storage-errors.ts';
import { z } from './zod.ts';

/**
 * Multipart uploads: an upload is started for the object's key, parts are stored in any order and
 * as often as needed, and the upload is completed or aborted. Until then the parts stay on the
 * storage server, so an upload can be resumed on another day.
 *
 * The query value `path` is the key: base64 of its UTF-8, as for objects.
 */
const UploadParams = z.object({ bucket: z.string(), upload: z.string().min(1).max(1024) });
const Path = z.object({ path: z.string() });

/** A CRC32, big-endian in base64, as in S3. */
const Crc32 = z.string().regex(/^[A-Za-z0-9+/]{6}==$/, 'Not a CRC32 in base64');
const PartNumber = z.int().min(1).max(MAX_PARTS);

/** A part stored on the server. */
export const StoredPart = z.object({
  number: z.int(),
  size: z.int(),
  etag: z.string(),
  /** Absent if the server stores none. */
  crc32: z.string().optional(),
});
export type StoredPart = z.infer<typeof StoredPart>;

/** An incomplete upload. */
export const IncompleteUpload = z.object({
  path: z.string(),
  upload_id: z.string(),
  /** ISO 8601, UTC. */
  initiated: z.string(),
  /** Bytes and number of the parts so far; absent if the account may not list them. */
  size: z.int().optional(),
  parts: z.int().optional(),
});
export type IncompleteUpload = z.infer<typeof IncompleteUpload>;

/**
 * A probe address on the storage server, to be read before sending parts there directly: an answer
 * with status 200 shows that the browser reaches the server and may read its answers. Absent if no
 * public address of the server is configured.
 */
const Probe = z.string().optional();

const reading = [
  ...storageErrors,
  'InvalidInput',
  'InvalidBucketName',
  'BucketNotFound',
  'NotSupported',
] as const;
const ofUpload = [...reading, 'InvalidObjectName', 'KeyTooLong', 'UploadNotFound'] as const;
const writing = ['ObjectLocked', 'QuotaExceeded', 'StorageFull', 'PayloadTooLarge'] as const;

export const listUploads = endpoint({
  id: 'uploads.list',
  method: 'GET',
  path: '/buckets/{bucket}/uploads',
  summary: 'One page of the incomplete uploads of a bucket',
  permission: storage('s3:ListBucketMultipartUploads'),
  params: z.object({ bucket: z.string() }),
  query: z.object({
    cursor: z.string().max(8192).optional(),
    limit: z.coerce.number().int().min(1).max(100).optional(),
  }),
  response: z.object({ uploads: z.array(IncompleteUpload), next: z.string().optional() }),
  status: 200,
  errors: reading,
});

export const startUpload = endpoint({
  id: 'uploads.start',
  method: 'POST',
  path: '/buckets/{bucket}/uploads',
  summary: 'Start an upload in parts',
  permission: storage('s3:PutObject'),
  params: z.object({ bucket: z.string() }),
  body: z.object({
    path: z.string(),
    content_type: z
      .string()
      .max(255)
      .regex(/^[\w.+-]+\/[\w.+-]+$/, 'Not a media type')
      .optional(),
  }),
  response: z.object({ upload_id: z.string(), probe: Probe }),
  status: 200,
  errors: [...ofUpload, ...writing],
});

export const listParts = endpoint({
  id: 'uploads.listParts',
  method: 'GET',
  path: '/buckets/{bucket}/uploads/{upload}/parts',
  summary: 'The parts of an upload that have arrived',
  permission: storage('s3:ListMultipartUploadParts'),
  params: UploadParams,
  query: Path,
  response: z.object({ parts: z.array(StoredPart), probe: Probe }),
  status: 200,
  errors: ofUpload,
});

/**
 * The request's Content-Length is the size of the part. A part that does not match the announced
 * CRC32 is not stored.
 */
export const storePart = endpoint({
  id: 'uploads.storePart',
  method: 'PUT',
  path: '/buckets/{bucket}/uploads/{upload}/parts/{number}',
  summary: 'Store one part of an upload',
  permission: storage('s3:PutObject'),
  params: UploadParams.extend({ number: z.coerce.number().pipe(PartNumber) }),
  query: Path.extend({ crc32: Crc32 }),
  body: 'bytes',
  response: StoredPart,
  status: 200,
  errors: [
    ...ofUpload,
    ...writing,
    'TooManyRequests',
    'UploadIncomplete',
    'UnsupportedMediaType',
    'ChecksumMismatch',
  ],
});

/**
 * `parts` are those that make up the object, in ascending order. The storage server compares their
 * CRC32s.
 */
export const completeUpload = endpoint({
  id: 'uploads.complete',
  method: 'POST',
  path: '/buckets/{bucket}/uploads/{upload}/complete',
  summary: 'Make the object of its parts',
  permission: storage('s3:PutObject'),
  params: UploadParams,
  query: Path,
  body: z.object({
    parts: z
      .array(z.object({ number: PartNumber, size: z.int().min(0), etag: z.string(), crc32: Crc32 }))
      .min(1)
      .max(MAX_PARTS),
  }),
  response: z.object({ etag: z.string(), version_id: z.string().optional() }),
  status: 200,
  errors: [...ofUpload, ...writing, 'UploadIncomplete', 'ChecksumMismatch'],
});

export const abortUpload = endpoint({
  id: 'uploads.abort',
  method: 'DELETE',
  path: '/buckets/{bucket}/uploads/{upload}',
  summary: 'Abort an upload and delete its parts',
  permission: storage('s3:AbortMultipartUpload'),
  params: UploadParams,
  query: Path,
  response: null,
  status: 204,
  errors: ofUpload,
});

/**
 * Returns addresses for direct uploads, at which a browser sends parts to the storage server
 * itself, each with the header `x-amz-checksum-crc32`. They are valid for a quarter of an hour.
 * NotSupported if no public address of the server is configured.
 */
export const signParts = endpoint({
  id: 'uploads.signParts',
  method: 'POST',
  path: '/buckets/{bucket}/uploads/{upload}/sign',
  summary: 'Sign requests that store parts at the storage server directly',
  permission: storage('s3:PutObject'),
  params: UploadParams,
  query: Path,
  body: z.object({
    parts: z.array(z.object({ number: PartNumber, crc32: Crc32 })).max(100),
  }),
  response: z.object({ urls: z.array(z.string()) }),
  status: 200,
  errors: ofUpload,
});
