import type { ObjectMetadata } from '@stowage/contract/object-detail';
import { StorageRequestError } from '@stowage/storage-client/errors';
import type { ObjectHeaders, VersionCall, WriteHeaders } from '@stowage/storage-client/s3';
import { refusedField } from '../../changes/refused-field.ts';
import { ConsoleError } from '../../console-error.ts';
import { asItWas, storedAs } from '../../copied-headers.ts';
import { mendCopiedTags } from '../../copied-tags.ts';
import { unlessDenied } from '../../upstream/unless-denied.ts';
import { weakens } from './locks.ts';
import type { LockWriter, ObjectCopier } from './ports.ts';

/** The servers' error codes for headers or metadata that they reject. */
const REFUSED = ['MetadataTooLarge', 'InvalidArgument', 'InvalidRequest', 'UnsupportedMetadata'];

/**
 * Rewrites the current version with other headers and metadata. The server copies its content and
 * tags; whatever a copy would lose is sent again.
 * @throws ConsoleError ChangedMeanwhile if the object has changed meanwhile, InvalidInput
 */
export async function replaceMetadata(
  s3: ObjectCopier,
  { bucket, key }: VersionCall,
  headers: ObjectHeaders,
  metadata: ObjectMetadata,
): Promise<void> {
  const locks = keptLocks(headers);
  const source = { bucket, key, ifMatch: headers.etag };
  const replace = { ...storedAs(headers), ...locks, ...described(metadata) };
  const { tagCount } = headers;
  // Without versioning the copy replaces the object that has the tags. An error matters only if
  // they have to be set again.
  const tags = tagCount > 0 ? s3.getObjectTagging({ bucket, key }) : Promise.resolve({});
  await Promise.allSettled([tags]);
  try {
    const copy = s3.copyObject({ bucket, key, source, replace });
    const { versionId } = await refusedField('user_metadata', REFUSED, copy);
    const made = { bucket, key, versionId };
    await lockAsBefore(s3, made, locks);
    await mendCopiedTags(s3, { tagCount, tags: () => tags, copy: made, keep: true });
  } catch (cause) {
    if (!(cause instanceof StorageRequestError)) throw cause;
    if (cause.code === 'PreconditionFailed') throw new ConsoleError('ChangedMeanwhile', { cause });
    if (cause.code !== 'AccessDenied' || Object.keys(locks).length === 0) throw cause;
    const detail =
      'The new version would have to keep retention and legal hold, which needs s3:PutObjectRetention and s3:PutObjectLegalHold.';
    throw new ConsoleError('AccessDenied', { detail, cause });
  }
}

/**
 * Makes a version the current one by copying its content, headers, metadata and tags. The copy gets
 * the bucket's default lock rather than the version's.
 */
export async function restore(s3: ObjectCopier, version: VersionCall, headers: ObjectHeaders) {
  const { bucket, key, versionId } = version;
  const source = { bucket, key, versionId };
  const made = await s3.copyObject({ bucket, key, source, replace: asItWas(headers) });
  await mendCopiedTags(s3, {
    ...{ tagCount: headers.tagCount, tags: () => s3.getObjectTagging(source) },
    ...{ copy: { bucket, key, versionId: made.versionId }, keep: true },
  });
}

/** Locks a copy on servers that ignore locks sent with the copy, such as Ceph. */
async function lockAsBefore(
  s3: LockWriter,
  copy: VersionCall,
  { retention, legalHold }: WriteHeaders,
): Promise<void> {
  if (retention === undefined && legalHold === undefined) return;
  // A caller who may not read the version sets its locks again.
  const made = await unlessDenied(s3.headObject(copy));
  if (retention !== undefined && weakens(retention, made?.retention) !== undefined) {
    await s3.putObjectRetention({ ...copy, retention });
  }
  if (legalHold === true && made?.legalHold !== true) {
    await s3.putObjectLegalHold({ ...copy, legalHold });
  }
}

/** The locks in effect; an expired one cannot be set again. */
function keptLocks({ retention, legalHold }: ObjectHeaders): WriteHeaders {
  const holds = retention !== undefined && Date.parse(retention.until) > Date.now();
  return { ...(holds && { retention }), ...(legalHold === true && { legalHold }) };
}

function described(metadata: ObjectMetadata): WriteHeaders {
  return {
    contentType: metadata.content_type || undefined,
    contentEncoding: metadata.content_encoding || undefined,
    contentDisposition: metadata.content_disposition || undefined,
    contentLanguage: metadata.content_language || undefined,
    cacheControl: metadata.cache_control || undefined,
    expires: metadata.expires || undefined,
    metadata: metadata.user_metadata,
  };
}
