import type { StoredObject } from '@stowage/contract/objects';
import { StorageRequestError } from '@stowage/storage-client/errors';
import { boundedParallel } from '../../bounded-parallel.ts';
import { withHeaders, withProtection } from './mapper.ts';
import type { FolderQuery } from './page-source.ts';
import type { ObjectLister } from './ports.ts';

/** Objects queried at the same time. */
const AT_ONCE = 16;
/** The rest stays valid without what the caller may not read, or what was deleted meanwhile. */
const UNKNOWN = new Set(['AccessDenied', 'NoSuchKey', 'NoSuchVersion', 'MethodNotAllowed']);

/** Requests each object's headers from servers without MinIO's listing extension. */
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
 * Adds legal hold, retention and tags to the versions of one object, if the prefix is its key. At
 * most two calls for each; nothing is requested for the objects of a folder.
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
