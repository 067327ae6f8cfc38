import { encodeComponent, objectPath } from '@stowage/storage-wire/uri';
import type { CopySource } from './types.ts';

/** Returns the headers that identify the source of a copy. */
export function copySourceHeaders({
  bucket,
  key,
  versionId,
  ifMatch,
}: CopySource): Record<string, string | undefined> {
  const version = versionId === undefined ? '' : `?versionId=${encodeComponent(versionId)}`;
  return {
    'x-amz-copy-source': objectPath(bucket, key) + version,
    'x-amz-copy-source-if-match': ifMatch === undefined ? undefined : `"${ifMatch}"`,
  };
}
