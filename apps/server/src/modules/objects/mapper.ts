import type { StoredObject } from '@stowage/contract/objects';
import type { ListedObject, ListedVersion, ObjectHeaders } from '@stowage/storage-client/s3';

/** Presents an object of a listing. */
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

/** Presents a version of a listing. */
export function presentVersion(version: ListedVersion): StoredObject {
  return {
    ...presentObject(version),
    version_id: version.versionId,
    is_latest: version.isLatest,
    is_delete_marker: version.isDeleteMarker,
    delete_flag: version.isLatest && version.isDeleteMarker,
  };
}

/** A folder: only its name, and whether its whole content is deleted. */
export function presentFolder(prefix: string, deleted = false): StoredObject {
  return deleted ? { name: prefix, delete_flag: true } : { name: prefix };
}

/** The latest version at the requested time. */
export function presentLatest(version: StoredObject): StoredObject {
  return { ...version, delete_flag: version.is_delete_marker === true };
}

/** Adds an object's own headers to its entry in a listing. */
export function withHeaders(object: StoredObject, headers: ObjectHeaders): StoredObject {
  return {
    ...object,
    ...(headers.contentType !== undefined && { content_type: headers.contentType }),
    user_metadata: withType(headers.contentType, headers.metadata),
  };
}

/** Clients of the documented API expect the content type among the metadata. */
function withType(type: string | undefined, metadata: Readonly<Record<string, string>>) {
  return { ...(type !== undefined && { 'content-type': type }), ...metadata };
}

/** Adds a version's own headers and tags to its entry in a listing. */
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
