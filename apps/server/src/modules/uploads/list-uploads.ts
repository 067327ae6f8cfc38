import type { IncompleteUpload } from '@stowage/contract/uploads';
import type { ListedUpload, S3Client } from '@stowage/storage-client/s3';
import { z } from 'zod';
import { ConsoleError } from '../../console-error.ts';
import { allParts, type UploadParts } from '../../upstream/all-parts.ts';
import { hasCode } from '../../upstream/has-code.ts';
import { unlessDenied } from '../../upstream/unless-denied.ts';

/** The storage calls for listing incomplete uploads. */
type UploadLister = Pick<S3Client, 'listMultipartUploads' | 'listParts'>;

interface UploadsOf {
  readonly bucket: string;
  readonly cursor: string | undefined;
  readonly limit: number;
  readonly signal: AbortSignal;
}

interface UploadPage {
  readonly uploads: IncompleteUpload[];
  readonly next?: string;
}

/** Uploads whose parts are listed at the same time. */
const AT_ONCE = 8;

const wellFormed = z.string().refine((text) => text.isWellFormed());
/** The last upload on a page. */
const Cursor = z.tuple([wellFormed, wellFormed]);
type Cursor = z.infer<typeof Cursor>;

/** Returns one page of a bucket's uploads, each with its progress. */
export async function listUploads(s3: UploadLister, request: UploadsOf): Promise<UploadPage> {
  const { bucket, limit, signal } = request;
  const after = request.cursor === undefined ? undefined : readCursor(request.cursor);
  const listed = await s3.listMultipartUploads({
    bucket,
    keyMarker: after?.[0],
    uploadIdMarker: after?.[1],
    maxUploads: limit,
    signal,
  });
  const rest = behind(listed.uploads, after);
  const page = rest.slice(0, limit);
  const uploads = await withSizes(s3, { bucket, signal }, page);
  const last = page.at(-1);
  const more = listed.truncated || rest.length > page.length;
  return { uploads, ...(more && last && { next: writeCursor([last.key, last.uploadId]) }) };
}

/** MinIO lists all uploads of a bucket on one page and ignores the marker. */
function behind(
  uploads: readonly ListedUpload[],
  after: Cursor | undefined,
): readonly ListedUpload[] {
  if (after === undefined) return uploads;
  const [key, uploadId] = after;
  const index = uploads.findIndex((one) => one.key === key && one.uploadId === uploadId);
  return uploads.slice(index + 1);
}

async function withSizes(
  s3: UploadLister,
  place: { readonly bucket: string; readonly signal: AbortSignal },
  uploads: readonly ListedUpload[],
): Promise<IncompleteUpload[]> {
  const found: IncompleteUpload[] = [];
  for (let start = 0; start < uploads.length; start += AT_ONCE) {
    const group = uploads.slice(start, start + AT_ONCE);
    const sized = await Promise.all(
      group.map((upload) => withSize(s3, { ...place, ...upload }, upload)),
    );
    found.push(...sized.filter((upload) => upload !== undefined));
  }
  return found;
}

/** Undefined for an upload that has ended since it was listed. */
async function withSize(
  s3: UploadLister,
  call: UploadParts,
  { key, uploadId, initiatedAt }: ListedUpload,
): Promise<IncompleteUpload | undefined> {
  const upload = { path: key, upload_id: uploadId, initiated: initiatedAt };
  try {
    const parts = await unlessDenied(allParts(s3, call));
    if (parts === undefined) return upload;
    const size = parts.reduce((sum, part) => sum + part.size, 0);
    return { ...upload, size, parts: parts.length };
  } catch (error) {
    if (hasCode(error, 'NoSuchUpload')) return undefined;
    throw error;
  }
}

function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

function readCursor(text: string): Cursor {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch (cause) {
    throw new ConsoleError('InvalidInput', {
      field: 'cursor',
      detail: "'cursor' is not one that a listing gave.",
      cause,
    });
  }
}
