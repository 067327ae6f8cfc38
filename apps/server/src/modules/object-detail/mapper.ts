import type { ObjectDetail, ObjectVersion } from '@stowage/contract/object-detail';
import type { ListedVersion, ObjectHeaders } from '@stowage/storage-client/s3';
import { revisions } from './revisions.ts';

export interface Known {
  readonly key: string;
  readonly headers: ObjectHeaders;
  /** Undefined if the caller may not read them. */
  readonly tags: Readonly<Record<string, string>> | undefined;
  readonly isLatest: boolean | undefined;
}

/** Presents all details of an object; JSON omits undefined fields. */
export function presentDetail({ key, headers, tags, isLatest }: Known): ObjectDetail {
  const { retention, legalHold } = headers;
  return defined({
    name: key,
    size: headers.contentLength,
    last_modified: headers.lastModified,
    etag: headers.etag,
    version_id: headers.versionId,
    is_latest: isLatest,
    is_delete_marker: false,
    content_type: headers.contentType,
    content_encoding: headers.contentEncoding,
    content_disposition: headers.contentDisposition,
    content_language: headers.contentLanguage,
    cache_control: headers.cacheControl,
    expires: headers.expires,
    storage_class: headers.storageClass,
    encryption: headers.encryption,
    encryption_key: headers.encryptionKey,
    replication_status: headers.replicationStatus,
    legal_hold_status: legalHold === undefined ? undefined : legalHold ? 'ON' : 'OFF',
    retention_mode: retention?.mode.toLowerCase(),
    retention_until_date: retention?.until,
    tags: tags && { ...tags },
    user_metadata: { ...headers.metadata },
    revisions: defined({
      tags: tags && revisions.tags(headers, tags),
      legal_hold: revisions.legalHold(headers),
      retention: revisions.retention(headers),
      metadata: revisions.metadata(headers),
    }),
  });
}

/** A delete marker, which has no content and no settings. */
export function presentMarker(marker: ListedVersion): ObjectDetail {
  return {
    name: marker.key,
    version_id: marker.versionId,
    last_modified: marker.lastModified,
    is_latest: marker.isLatest,
    is_delete_marker: true,
    revisions: {},
  };
}

/** Presents a version in the list; `number` counts from the oldest. */
export function presentVersion(version: ListedVersion, number: number | undefined): ObjectVersion {
  const { versionId, lastModified, isLatest, isDeleteMarker, size, etag, storageClass } = version;
  return {
    version_id: versionId,
    last_modified: lastModified,
    is_latest: isLatest,
    is_delete_marker: isDeleteMarker,
    ...(!isDeleteMarker && { size, etag, storage_class: storageClass }),
    ...(number !== undefined && { number }),
  };
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Removes undefined fields. */
function defined<T extends object>(fields: T): Defined<T> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<T>;
}
