import type { ObjectDetail } from '@stowage/contract/object-detail';
import { StorageRequestError } from '@stowage/storage-client/errors';
import type { ListedVersion, VersionCall } from '@stowage/storage-client/s3';
import { ConsoleError } from '../../console-error.ts';
import { hasCode } from '../../upstream/has-code.ts';
import { unlessDenied } from '../../upstream/unless-denied.ts';
import { presentDetail, presentMarker } from './mapper.ts';
import type { DetailReader, TagWriter } from './ports.ts';
import { readHead } from './read-head.ts';

/** A delete marker is looked for among this many of the newest versions. */
const LOOKED_THROUGH = 1000;

/**
 * Reads all details of an object or version that the caller may read.
 * @throws ConsoleError and the storage client's errors
 */
export async function readDetail(s3: DetailReader, version: VersionCall): Promise<ObjectDetail> {
  const { key, versionId } = version;
  try {
    const [headers, tags, newest] = await Promise.all([
      readHead(s3, version),
      readTags(s3, version),
      versionId === undefined ? undefined : unlessDenied(newestVersions(s3, version, 1)),
    ]);
    const isLatest = versionId === undefined || (newest && newest[0]?.versionId === versionId);
    return presentDetail({ key, headers, tags, isLatest });
  } catch (error) {
    const marker = isNothing(error) && (await findMarker(s3, version));
    if (marker) return presentMarker(marker);
    throw error;
  }
}

/** The tags; undefined if the caller may not read them, or tags are not supported. */
export async function readTags(
  s3: Pick<TagWriter, 'getObjectTagging'>,
  version: VersionCall,
): Promise<Readonly<Record<string, string>> | undefined> {
  try {
    return await unlessDenied(s3.getObjectTagging(version));
  } catch (error) {
    // The HEAD request reports the state of the object itself.
    if (error instanceof StorageRequestError) return undefined;
    throw error;
  }
}

/** Whether there is no content: no object, or a delete marker in its place. */
function isNothing(error: unknown): boolean {
  if (error instanceof ConsoleError) return error.code === 'VersionNotFound';
  return hasCode(error, 'NoSuchKey');
}

async function findMarker(
  s3: DetailReader,
  version: VersionCall,
): Promise<ListedVersion | undefined> {
  const { versionId } = version;
  const amount = versionId === undefined ? 1 : LOOKED_THROUGH;
  const versions = (await unlessDenied(newestVersions(s3, version, amount))) ?? [];
  return versions.find(
    (found) => found.isDeleteMarker && (versionId === undefined || found.versionId === versionId),
  );
}

async function newestVersions(
  s3: DetailReader,
  { bucket, key, signal }: VersionCall,
  maxKeys: number,
): Promise<readonly ListedVersion[]> {
  const page = await s3.listObjectVersions({
    bucket,
    prefix: key,
    delimiter: '/',
    maxKeys,
    signal,
  });
  return page.versions.filter((version) => version.key === key);
}
