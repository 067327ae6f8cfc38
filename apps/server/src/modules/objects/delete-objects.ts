import { StorageRequestError } from '@stowage/storage-client/errors';
import type { DeleteFailure } from '@stowage/storage-client/s3';
import { ConsoleError } from '../../console-error.ts';
import { storageRefusal } from '../../upstream/storage-errors.ts';
import type { ObjectRemover } from './ports.ts';

/** S3's limit of one DeleteObjects call. */
const BATCH = 1000;

/** An object, one of its versions, or with `recursive` everything under it. */
export interface Deletion {
  readonly key: string;
  readonly versionId: string | undefined;
  readonly recursive: boolean;
}

interface Target {
  readonly key: string;
  readonly versionId?: string | undefined;
}

/**
 * Deletes page by page, and stops when the caller goes away: what has been deleted
 * by then stays deleted, and doing it again goes on.
 * @throws ConsoleError for the first object that could not be deleted, naming it
 */
export async function deleteAll(
  s3: ObjectRemover,
  bucket: string,
  deletions: readonly Deletion[],
  signal: AbortSignal,
): Promise<void> {
  const single = deletions.filter(({ recursive }) => !recursive);
  for (let start = 0; start < single.length; start += BATCH) {
    await deleteBatch(s3, bucket, single.slice(start, start + BATCH), signal);
  }
  for (const { key } of deletions.filter(({ recursive }) => recursive)) {
    await deleteTree(s3, bucket, key, signal);
  }
}

/** Deletes one object. */
export async function deleteOne(
  s3: ObjectRemover,
  bucket: string,
  { key, versionId }: Deletion,
  signal: AbortSignal,
): Promise<void> {
  try {
    await s3.deleteObject({ bucket, key, versionId, signal });
  } catch (error) {
    throw error instanceof StorageRequestError ? refusal(error.code, error.message, error) : error;
  }
}

/** MinIO has no code of its own for an object that is locked; about a deletion it says it with this one. */
function refusal(code: string, message: string, cause?: unknown): ConsoleError {
  return storageRefusal(code === 'InvalidRequest' ? 'ObjectLocked' : code, message, cause);
}

/** A folder's name ends in a slash; for any other path the object of that name goes with what lies under it. */
async function deleteTree(
  s3: ObjectRemover,
  bucket: string,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const folder = path.endsWith('/') ? path : `${path}/`;
  if (folder !== path) await deleteBatch(s3, bucket, [{ key: path }], signal);
  let continuationToken: string | undefined;
  do {
    const page = await s3.listObjects({
      bucket,
      prefix: folder,
      continuationToken,
      maxKeys: BATCH,
      signal,
    });
    await deleteBatch(s3, bucket, page.objects, signal);
    continuationToken = page.nextToken;
  } while (continuationToken !== undefined);
}

async function deleteBatch(
  s3: ObjectRemover,
  bucket: string,
  targets: readonly Target[],
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  if (targets.length === 0) return;
  const objects = targets.map(({ key, versionId }) => ({ key, versionId }));
  const failures = await s3.deleteObjects({ bucket, objects, signal });
  if (failures[0]) throw notDeleted(failures[0], failures.length, targets.length);
}

function notDeleted(first: DeleteFailure, failed: number, asked: number): ConsoleError {
  const { code, detail } = refusal(first.code, first.message);
  const count =
    asked === 1
      ? `'${first.key}' was not deleted.`
      : `${failed} of ${asked} objects were not deleted, the first is '${first.key}'.`;
  return new ConsoleError(code, { detail: detail ? `${count} ${detail}` : count });
}
