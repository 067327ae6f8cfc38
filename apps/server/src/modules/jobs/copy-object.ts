import type {
  CopySource,
  ObjectHeaders,
  S3Client,
  WriteHeaders,
  WrittenObject,
} from '@stowage/storage-client/s3';
import { boundedParallel } from '../../bounded-parallel.ts';
import { unlessMissing } from '../../changes/refused-field.ts';
import { ConsoleError } from '../../console-error.ts';
import { asItWas, describedBy } from '../../copied-headers.ts';
import { mendCopiedTags, type TagKeeper } from '../../copied-tags.ts';
import { allParts } from '../../upstream/all-parts.ts';
import { hasCode } from '../../upstream/has-code.ts';

/**
 * S3 copies up to 5 GiB in one call, but such a call may exceed the response timeout. Larger
 * objects are therefore copied in parts, which can be resumed after an interruption.
 */
const SIZES: CopySizes = { inOneCall: 512 * 1024 * 1024, part: 256 * 1024 * 1024 };
const MAX_PARTS = 10_000;
const PARTS_AT_ONCE = 2;

/** The size from which objects are copied in parts, and the size of these, in bytes. */
export interface CopySizes {
  readonly inOneCall: number;
  readonly part: number;
}

export type Copier = TagKeeper &
  Pick<
    S3Client,
    | 'copyObject'
    | 'createMultipartUpload'
    | 'uploadPartCopy'
    | 'listParts'
    | 'completeMultipartUpload'
    | 'abortMultipartUpload'
  >;

/** An object to copy within the server. */
export interface Copying {
  readonly source: CopySource;
  /** The source's size in bytes. */
  readonly size: number;
  readonly bucket: string;
  readonly key: string;
  /** Whether to keep user metadata and tags. */
  readonly keep: { readonly metadata: boolean; readonly tags: boolean };
  /** Makes an earlier version current again, with its storage settings and all of its headers. */
  readonly restores?: boolean;
  /** The upload that an interrupted copy of the same source left behind. */
  readonly uploadId?: string | undefined;
  /** Called with the upload before any part is copied. */
  readonly onUpload: (uploadId: string) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Copies an object if its ETag still matches the source; returns the ETag of the copy.
 * @throws errors of the storage client; ConsoleError ChangedMeanwhile
 */
export async function copyObject(
  s3: Copier,
  copy: Copying,
  { inOneCall, part }: CopySizes = SIZES,
): Promise<string> {
  const { bucket, key, keep, signal } = copy;
  const { ifMatch: _, ...version } = copy.source;
  const source = { ...version, signal };
  try {
    const headers = await s3.headObject(source);
    const { tagCount } = headers;
    const { etag, versionId } =
      copy.size > inOneCall
        ? await copyParts(s3, copy, headers, part)
        : await copyAtOnce(s3, copy, headers);
    await mendCopiedTags(s3, {
      ...{ tagCount, tags: () => s3.getObjectTagging(source) },
      ...{ copy: { bucket, key, versionId, signal }, keep: keep.tags },
    });
    return etag;
  } catch (error) {
    if (!hasCode(error, 'PreconditionFailed')) throw error;
    throw new ConsoleError('ChangedMeanwhile', {
      detail: 'The object was replaced while the job ran.',
      cause: error,
    });
  }
}

async function copyAtOnce(
  s3: Copier,
  copy: Copying,
  headers: ObjectHeaders,
): Promise<WrittenObject> {
  const { bucket, key, source, keep, signal } = copy;
  const told = writeHeadersOf(headers, copy);
  // MinIO drops the expiry of an object unless it is sent along.
  const replace = !keep.metadata || copy.restores || told.expires !== undefined ? told : undefined;
  return s3.copyObject({
    ...{ bucket, key, source, signal },
    ...(replace && { replace }),
    withoutTags: !keep.tags,
  });
}

async function copyParts(
  s3: Copier,
  copy: Copying,
  headers: ObjectHeaders,
  part: number,
): Promise<WrittenObject> {
  const { bucket, key, source, size, signal } = copy;
  const kept = copy.uploadId === undefined ? undefined : await partsOf(s3, copy, copy.uploadId);
  const uploadId = (kept && copy.uploadId) ?? (await openUpload(s3, copy, headers));
  const partSize = Math.max(part, Math.ceil(size / MAX_PARTS));
  const etags = new Map(kept?.map(({ partNumber, etag }) => [partNumber, etag]));
  const numbers = Array.from({ length: Math.ceil(size / partSize) }, (_, index) => index + 1);
  const parts = await boundedParallel(numbers, PARTS_AT_ONCE, async (partNumber) => {
    const etag = etags.get(partNumber);
    if (etag !== undefined) return { partNumber, etag };
    const start = (partNumber - 1) * partSize;
    const range = { start, end: Math.min(start + partSize, size) - 1 };
    const call = { bucket, key, uploadId, partNumber, source, range, signal };
    return s3.uploadPartCopy(call);
  });
  return s3.completeMultipartUpload({ bucket, key, uploadId, parts, signal });
}

async function openUpload(s3: Copier, copy: Copying, headers: ObjectHeaders): Promise<string> {
  const { bucket, key, keep, signal } = copy;
  const { ifMatch: _, ...source } = copy.source;
  const hasTags = keep.tags && headers.tagCount > 0;
  const tags = hasTags ? await s3.getObjectTagging({ ...source, signal }) : undefined;
  const told = writeHeadersOf(headers, copy);
  const uploadId = await s3.createMultipartUpload({ bucket, key, ...told, tags, signal });
  await copy.onUpload(uploadId);
  return uploadId;
}

/** The source's headers for the new object. */
function writeHeadersOf(headers: ObjectHeaders, { keep, restores }: Copying): WriteHeaders {
  if (restores) return asItWas(headers);
  const { metadata } = headers;
  return { ...describedBy(headers), ...(keep.metadata && { metadata }) };
}

/** The parts that have already been copied; undefined if the upload is gone. */
function partsOf(s3: Copier, { bucket, key, signal }: Copying, uploadId: string) {
  return unlessMissing('NoSuchUpload', allParts(s3, { bucket, key, uploadId, signal }));
}

/** Aborts the upload of an interrupted copy. It is not an error if it is already gone. */
export async function dropUpload(
  s3: Copier,
  upload: { readonly bucket: string; readonly key: string; readonly uploadId: string },
): Promise<void> {
  try {
    await s3.abortMultipartUpload({ ...upload, signal: AbortSignal.timeout(DROP_MS) });
  } catch {
    // The page of incomplete uploads shows any that are left.
  }
}

const DROP_MS = 5000;
