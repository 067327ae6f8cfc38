import type { DeleteMarkers } from '@stowage/contract/objects';
import { StorageRequestError } from '@stowage/storage-client/errors';
import type { DeleteMarker } from '@stowage/storage-client/s3';
import { ConsoleError } from '../../console-error.ts';
import { storageRefusal } from '../../upstream/storage-errors.ts';
import type { ObjectRemover } from './ports.ts';

/** The S3 limit of one DeleteObjects call. */
const BATCH = 1000;

/** An object, one of its versions, or with `recursive` everything below it. */
export interface Deletion {
  readonly key: string;
  readonly versionId: string | undefined;
  readonly recursive: boolean;
  /** Applies to a version under governance retention. */
  readonly bypassGovernance?: boolean;
}

interface Target {
  readonly key: string;
  readonly versionId?: string | undefined;
}

/**
 * Deletes page by page, and stops when the caller disconnects: what has been deleted by then stays
 * deleted, and repeating the call continues. Returns the delete markers of the named objects; those
 * of a tree would be unbounded.
 * @throws ConsoleError for the first object that could not be deleted, naming it
 */
export async function deleteAll(
  s3: ObjectRemover,
  bucket: string,
  deletions: readonly Deletion[],
  signal: AbortSignal,
): Promise<DeleteMarkers> {
  const single = deletions.filter(({ recursive }) => !recursive);
  const markers: DeleteMarkers = [];
  for (let start = 0; start < single.length; start += BATCH) {
    const batch = single.slice(start, start + BATCH);
    markers.push(...(await deleteBatch(s3, bucket, batch, { signal, reportMarkers: true })));
  }
  for (const { key } of deletions.filter(({ recursive }) => recursive)) {
    await deleteTree(s3, bucket, key, signal);
  }
  return markers;
}

/** Deletes one object or version; returns the resulting delete marker. */
export async function deleteOne(
  s3: ObjectRemover,
  bucket: string,
  { key, versionId, bypassGovernance }: Deletion,
  signal: AbortSignal,
): Promise<DeleteMarkers> {
  try {
    const deleted = await s3.deleteObject({
      bucket,
      key,
      versionId,
      bypassGovernance,
      signal,
    });
    if (!deleted.deleteMarker || versionId !== undefined || !deleted.versionId) return [];
    return undoable([{ key, versionId: deleted.versionId }]);
  } catch (error) {
    if (!(error instanceof StorageRequestError)) throw error;
    const locked = await meansLocked(s3, error.code, { bucket, key, versionId, signal });
    throw storageRefusal(locked ? 'ObjectLocked' : error.code, error.message, error);
  }
}

/** While versioning is suspended, a marker replaces the version 'null', whose data is lost. */
function undoable(markers: readonly DeleteMarker[]): DeleteMarkers {
  return markers
    .filter(({ versionId }) => versionId !== 'null')
    .map(({ key, versionId }) => ({ path: key, versionID: versionId }));
}

/**
 * Whether a deletion was rejected because the version is locked. Servers have no specific error
 * code for that: MinIO returns InvalidRequest, S3 the same as for a missing permission.
 */
async function meansLocked(
  s3: ObjectRemover,
  code: string,
  version: Parameters<ObjectRemover['headObject']>[0],
): Promise<boolean> {
  if (code !== 'AccessDenied') return code === 'InvalidRequest';
  if (version.versionId === undefined) return false;
  try {
    const { legalHold, retention } = await s3.headObject(version);
    return legalHold === true || Date.parse(retention?.until ?? '') > Date.now();
  } catch (error) {
    if (error instanceof StorageRequestError) return false;
    throw error;
  }
}

/**
 * A folder's name ends in a slash; any other path deletes the object of that name along with
 * everything below it.
 */
async function deleteTree(
  s3: ObjectRemover,
  bucket: string,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const folder = path.endsWith('/') ? path : `${path}/`;
  if (folder !== path) await deleteBatch(s3, bucket, [{ key: path }], { signal });
  let continuationToken: string | undefined;
  do {
    const page = await s3.listObjects({
      bucket,
      prefix: folder,
      continuationToken,
      maxKeys: BATCH,
      signal,
    });
    await deleteBatch(s3, bucket, page.objects, { signal });
    continuationToken = page.nextToken;
  } while (continuationToken !== undefined);
}

async function deleteBatch(
  s3: ObjectRemover,
  bucket: string,
  targets: readonly Target[],
  { signal, reportMarkers }: { readonly signal: AbortSignal; readonly reportMarkers?: boolean },
): Promise<DeleteMarkers> {
  signal.throwIfAborted();
  if (targets.length === 0) return [];
  const objects = targets.map(({ key, versionId }) => ({ key, versionId }));
  const call = { bucket, objects, reportMarkers, signal };
  const { failures, markers } = await s3.deleteObjects(call);
  const [first] = failures;
  if (!first) return undoable(markers);
  const { key, code, message } = first;
  const versionId = targets.find((target) => target.key === key)?.versionId;
  const locked = await meansLocked(s3, code, { bucket, key, versionId, signal });
  const refusal = storageRefusal(locked ? 'ObjectLocked' : code, message);
  throw notDeleted(refusal, key, { failed: failures.length, asked: targets.length });
}

function notDeleted(
  { code, detail }: ConsoleError,
  key: string,
  { failed, asked }: { readonly failed: number; readonly asked: number },
): ConsoleError {
  const count =
    asked === 1
      ? `'${key}' was not deleted.`
      : `${failed} of ${asked} objects were not deleted, the first is '${key}'.`;
  return new ConsoleError(code, { detail: detail ? `${count} ${detail}` : count });
}
