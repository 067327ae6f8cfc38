import type { S3Client, VersionCall } from '@stowage/storage-client/s3';
import { unlessDenied } from './upstream/unless-denied.ts';

export type TagKeeper = Pick<
  S3Client,
  'headObject' | 'getObjectTagging' | 'putObjectTagging' | 'deleteObjectTagging'
>;

interface CopiedTags {
  /** The number of the source's tags, and the tags. */
  readonly tagCount: number;
  readonly tags: () => Promise<Readonly<Record<string, string>>>;
  readonly copy: VersionCall;
  /** Whether the copy keeps the tags. */
  readonly keep: boolean;
}

/**
 * Corrects the tags of a copy on servers that ignore the request: Ceph drops them if the copy gets
 * new headers or is made in parts, and otherwise copies them.
 * @throws errors of the storage client
 */
export async function mendCopiedTags(
  s3: Pick<TagKeeper, 'headObject' | 'putObjectTagging' | 'deleteObjectTagging'>,
  { tagCount, tags, copy, keep }: CopiedTags,
): Promise<void> {
  if (tagCount === 0) return;
  // A user who may write an object may lack permission to read it.
  const made = await unlessDenied(s3.headObject(copy));
  if (made === undefined || made.tagCount > 0 === keep) return;
  if (!keep) return s3.deleteObjectTagging(copy);
  await s3.putObjectTagging({ ...copy, tags: await tags() });
}
