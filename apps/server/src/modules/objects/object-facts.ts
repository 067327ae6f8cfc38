import type { StoredObject } from '@stowage/contract/objects';
import { StorageRequestError } from '@stowage/storage-client/errors';
import { boundedParallel } from '../../bounded-parallel.ts';
import { withHeaders, withProtection } from './mapper.ts';
import type { FolderQuery } from './page-source.ts';
import type { ObjectLister } from './ports.ts';

/** Objects that are asked about at the same time. */
const AT_ONCE = 16;
/** The rest is as true without what the caller may not read, or what was deleted meanwhile. */
const UNKNOWN = new Set(['AccessDenied', 'NoSuchKey', 'NoSuchVersion', 'MethodNotAllowed']);

/** Servers without MinIO's extension of listings are asked for each object's headers. */
export function addMetadata(
  s3: Pick<ObjectLister, 'headObject'>,
  { bucket, signal }: FolderQuery,
  objects: readonly StoredObject[],
): Promise<StoredObject[]> {
  return boundedParallel(objects, AT_ONCE, async (object) => {
    if (!lacksMetadata(object)) return object;
    const call = { bucket, key: object.name, versionId: object.version_id, signal };
    return withHeaders(object, await s3.headObject(call));
  });
}

function lacksMetadata({ name, is_delete_marker, user_metadata }: StoredObject): boolean {
  return !name.endsWith('/') && !is_delete_marker && user_metadata === undefined;
}

/**
 * Legal hold, retention and tags of the versions of one object: where the prefix is its key.
 * Two calls at most for each of them; of a folder's objects nothing is asked.
 */
export function addProtection(
  s3: Pick<ObjectLister, 'headObject' | 'getObjectTagging'>,
  { bucket, prefix, signal }: FolderQuery,
  objects: readonly StoredObject[],
): Promise<StoredObject[]> {
  return boundedParallel(objects, AT_ONCE, async (object) => {
    const isMeant = object.name === prefix && !prefix.endsWith('/') && !object.is_delete_marker;
    if (!isMeant) return object;
    const call = { bucket, key: object.name, versionId: object.version_id, signal };
    const headers = await unlessUnknown(s3.headObject(call));
    if (headers === undefined) return object;
    const hasTags = headers.tagCount > 0;
    const tags = hasTags ? await unlessUnknown(s3.getObjectTagging(call)) : {};
    return withProtection(object, headers, tags);
  });
}

async function unlessUnknown<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof StorageRequestError && UNKNOWN.has(error.code)) return undefined;
    throw error;
  }
}
