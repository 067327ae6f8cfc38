import type { S3Client, VersionCall } from '@stowage/storage-client/s3';
import { unlessDenied } from './upstream/unless-denied.ts';

export type TagKeeper = Pick<
  S3Client,
  'headObject' | 'getObjectTagging' | 'putObjectTagging' | 'deleteObjectTagging'
>;

interface CopiedTags {
  /** How many tags the source has, and which. */
  readonly tagCount: number;
  readonly tags: () => Promise<Readonly<Record<string, string>>>;
  readonly copy: VersionCall;
  /** Whether they come along. */
  readonly keep: boolean;
}

/**
 * Mends the tags of a copy whose server passes over what was asked for: Ceph leaves them out where
 * the copy gets new headers or is made in parts, and takes them along otherwise.
 * @throws errors of the storage client
 */
export async function mendCopiedTags(
  s3: Pick<TagKeeper, 'headObject' | 'putObjectTagging' | 'deleteObjectTagging'>,
  { tagCount, tags, copy, keep }: CopiedTags,
): Promise<void> {
  if (tagCount === 0) return;
  // Who may write somewhere need not be allowed to look.
  const made = await unlessDenied(s3.headObject(copy));
  if (made === undefined || made.tagCount > 0 === keep) return;
  if (!keep) return s3.deleteObjectTagging(copy);
  await s3.putObjectTagging({ ...copy, tags: await tags() });
}
