import type { StoredObject } from '@stowage/contract/objects';
import type { ListedObject, ListedVersion, ObjectHeaders } from '@stowage/storage-client/s3';

/** An object of a listing as the console shows it. */
export function presentObject(object: ListedObject): StoredObject {
  return {
    name: object.key,
    size: object.size,
    last_modified: object.lastModified,
    etag: object.etag,
    ...(object.contentType !== undefined && { content_type: object.contentType }),
    ...(object.tags && { tags: { ...object.tags } }),
    ...(object.metadata && { user_metadata: withType(object.contentType, object.metadata) }),
  };
}

/** A version of a listing as the console shows it. */
export function presentVersion(version: ListedVersion): StoredObject {
  return {
    ...presentObject(version),
    version_id: version.versionId,
    is_latest: version.isLatest,
    is_delete_marker: version.isDeleteMarker,
    delete_flag: version.isLatest && version.isDeleteMarker,
  };
}

/** A folder: nothing but its name, and whether all that was in it is deleted. */
export function presentFolder(prefix: string, deleted = false): StoredObject {
  return deleted ? { name: prefix, delete_flag: true } : { name: prefix };
}

/** A version that was the latest at the time that is looked at. */
export function presentLatest(version: StoredObject): StoredObject {
  return { ...version, delete_flag: version.is_delete_marker === true };
}

/** What an object's own headers add to its entry in a listing. */
export function withHeaders(object: StoredObject, headers: ObjectHeaders): StoredObject {
  return {
    ...object,
    ...(headers.contentType !== undefined && { content_type: headers.contentType }),
    user_metadata: withType(headers.contentType, headers.metadata),
  };
}

/** Clients of the API description look for the content type among the metadata. */
function withType(type: string | undefined, metadata: Readonly<Record<string, string>>) {
  return { ...(type !== undefined && { 'content-type': type }), ...metadata };
}

/** What a version's own headers and tags say of it beyond its entry in a listing. */
export function withProtection(
  object: StoredObject,
  { legalHold, retention }: Pick<ObjectHeaders, 'legalHold' | 'retention'>,
  tags: Readonly<Record<string, string>> | undefined,
): StoredObject {
  return {
    ...object,
    ...(legalHold !== undefined && { legal_hold_status: legalHold ? 'ON' : 'OFF' }),
    ...(retention && {
      retention_mode: retention.mode.toLowerCase(),
      retention_until_date: retention.until,
    }),
    ...(tags && { tags: { ...tags } }),
  };
}
