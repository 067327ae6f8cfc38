import type { emptyBucket as endpoint } from '@stowage/contract/bucket-admin/document';
import { StorageRequestError } from '@stowage/storage-client/errors';
import type { ListedUpload, S3Client } from '@stowage/storage-client/s3';
import type { z } from 'zod';
import { type Place, readContentPage } from '../../../upstream/content-page.ts';
import { hasCode } from '../../../upstream/has-code.ts';
import { lockOf } from '../../../upstream/lock-of.ts';
import { storageRefusal } from '../../../upstream/storage-errors.ts';
import { unlessDenied } from '../../../upstream/unless-denied.ts';
import { badCursor, readCursor, writeCursor } from './empty-cursor.ts';

type Answer = z.infer<typeof endpoint.response>;

interface Emptying {
  readonly s3: Pick<
    S3Client,
    | 'listObjects'
    | 'listObjectVersions'
    | 'deleteObjects'
    | 'headObject'
    | 'listMultipartUploads'
    | 'abortMultipartUpload'
  >;
  readonly bucket: string;
  readonly signal: AbortSignal;
}

/** After this time the call ends with the current page. */
const WORK_MS = 2000;
const PAGE = 1000;
/** How many errors are reported individually. */
const MAX_TOLD = 10;
const ABORTS_AT_ONCE = 8;

/** Collects the results of one call. */
class Progress {
  deleted = 0;
  refusedCount = 0;
  readonly refused: { name: string; reason: string }[] = [];
  readonly #until = performance.now() + WORK_MS;

  get isOver(): boolean {
    return performance.now() >= this.#until;
  }

  async refuse(name: string, reason: () => Promise<string>): Promise<void> {
    this.refusedCount += 1;
    if (this.refused.length < MAX_TOLD) this.refused.push({ name, reason: await reason() });
  }

  answer(cursor?: string): Answer {
    const { deleted, refused, refusedCount } = this;
    return { deleted, refused, refusedCount, ...(cursor !== undefined && { cursor }) };
  }
}

/**
 * Deletes the contents of a bucket for about two seconds: first versions and delete markers, then
 * incomplete uploads. Objects that cannot be deleted are skipped: a cursor never leads back to
 * them.
 * @throws ConsoleError InvalidInput for an invalid cursor; errors of the storage client
 */
export async function emptyBucket(work: Emptying, cursor: string | undefined): Promise<Answer> {
  const progress = new Progress();
  const start = cursor === undefined ? undefined : readCursor(cursor);
  if (start?.phase !== 'uploads') {
    let place: Place | undefined = start;
    do {
      place = await deletePage(work, progress, place);
      if (place && progress.isOver) {
        return progress.answer(writeCursor({ phase: 'versions', ...place }));
      }
    } while (place);
    if (progress.isOver) return progress.answer(writeCursor({ phase: 'uploads' }));
  }
  const isDone = await abortUploads(work, progress);
  return progress.answer(isDone ? undefined : writeCursor({ phase: 'uploads' }));
}

/** Returns the position after the page; undefined after the last. */
async function deletePage(
  { s3, bucket, signal }: Emptying,
  progress: Progress,
  after: Place | undefined,
): Promise<Place | undefined> {
  const call = { bucket, maxKeys: PAGE, signal };
  const { entries, next } = await readContentPage(s3, call, after).catch((error: unknown) => {
    const isPlace = hasCode(error, 'InvalidArgument');
    throw after && isPlace ? badCursor(error) : error;
  });
  if (entries.length > 0) {
    const objects = entries.map(({ key, versionId }) => ({ key, versionId }));
    const { failures } = await s3.deleteObjects({ bucket, objects, signal });
    progress.deleted += objects.length - failures.length;
    for (const { key, versionId, code, message } of failures) {
      await progress.refuse(key, () =>
        refusalReason({ s3, bucket, signal }, { key, versionId }, code, message),
      );
    }
  }
  return next;
}

/** Servers report a lock like any other denial; the version itself tells whether it is locked. */
async function refusalReason(
  { s3, bucket, signal }: Emptying,
  version: Place,
  code: string,
  message: string,
): Promise<string> {
  const lock = await lockOf(s3, { bucket, ...version, signal });
  if (lock !== undefined) return lock;
  const refusal = storageRefusal(code, message);
  return refusal.detail || refusal.message;
}

/**
 * Whether no upload is left that could be aborted. A server may keep listing uploads that are gone
 * or that it does not abort, so a call that aborted none is the last.
 */
async function abortUploads(work: Emptying, progress: Progress): Promise<boolean> {
  const { s3, bucket, signal } = work;
  const before = progress.deleted;
  let place: { keyMarker?: string | undefined; uploadIdMarker?: string | undefined } = {};
  do {
    const page = await unlessDenied(
      s3.listMultipartUploads({ bucket, ...place, maxUploads: PAGE, signal }).catch(noneIfNoUpload),
    );
    if (!page) return true;
    const queue = [...page.uploads];
    await Promise.all(
      Array.from({ length: ABORTS_AT_ONCE }, () => abortFrom(queue, work, progress)),
    );
    if (queue.length > 0) return progress.deleted === before;
    const { truncated, nextKeyMarker: keyMarker, nextUploadIdMarker: uploadIdMarker } = page;
    if (!truncated || keyMarker === undefined) return true;
    place = { keyMarker, uploadIdMarker };
  } while (!progress.isOver);
  return progress.deleted === before;
}

/** `rclone serve s3` has no list of uploads for a bucket without any. */
function noneIfNoUpload(error: unknown): undefined {
  if (!hasCode(error, 'NoSuchUpload')) throw error;
}

async function abortFrom(
  queue: ListedUpload[],
  { s3, bucket, signal }: Emptying,
  progress: Progress,
): Promise<void> {
  while (!progress.isOver) {
    const upload = queue.shift();
    if (!upload) return;
    const { key, uploadId } = upload;
    try {
      await s3.abortMultipartUpload({ bucket, key, uploadId, signal });
      progress.deleted += 1;
    } catch (error) {
      if (!(error instanceof StorageRequestError)) throw error;
      if (error.code === 'NoSuchUpload') continue;
      const { code, message } = error;
      const refusal = storageRefusal(code, message);
      await progress.refuse(key, async () => refusal.detail || refusal.message);
    }
  }
}
