import type { VersioningState } from '@stowage/storage-client/s3';
import { unlessDenied } from '../../../upstream/unless-denied.ts';
import { fromStorage, readObjectLock, toStorage, writeRetention } from '../settings/object-lock.ts';
import { readQuota, writeQuota } from '../settings/quota.ts';
import { readTags, writeTags } from '../settings/tags.ts';
import type { SectionRules } from './section-rules.ts';

/** Once enabled, versioning can never be off again. */
function reachable(wanted: VersioningState, current: VersioningState | undefined): VersioningState {
  if (wanted !== 'off' || current === undefined || current === 'off') return wanted;
  return 'suspended';
}

export const versioningSection: SectionRules<'versioning'> = {
  setting: 'versioning',
  action: () => 's3:PutBucketVersioning',
  read: ({ s3, bucket, signal }) => s3.getBucketVersioning({ bucket, signal }),
  settle: ({ wanted, current }) => reachable(wanted, current),
  async refusal(state, { s3, bucket, signal }) {
    if (state === 'enabled') return undefined;
    const [lock, replication] = await Promise.all([
      unlessDenied(readObjectLock(s3, bucket, signal)),
      unlessDenied(s3.getBucketReplication({ bucket, signal })),
    ]);
    if (lock?.enabled) return 'Versions stay on where objects can be locked.';
    return replication && replication.rules.length > 0
      ? 'Versions stay on while the bucket is replicated.'
      : undefined;
  },
  async write(state, { s3, bucket }) {
    if (state !== 'off') await s3.putBucketVersioning({ bucket, state });
  },
};

export const retentionSection: SectionRules<'retention'> = {
  setting: 'object-lock',
  action: () => 's3:PutBucketObjectLockConfiguration',
  async read({ s3, bucket, signal }) {
    const { retention } = await readObjectLock(s3, bucket, signal);
    return retention ? fromStorage(retention) : null;
  },
  async refusal(retention, { s3, bucket, signal }) {
    if (retention === null) return undefined;
    const lock = await unlessDenied(readObjectLock(s3, bucket, signal));
    return lock?.enabled !== false
      ? undefined
      : 'Objects of this bucket cannot be locked; that is decided when a bucket is created.';
  },
  write: (retention, { s3, bucket }) =>
    writeRetention(s3, bucket, retention === null ? undefined : toStorage(retention)),
};

export const quotaSection: SectionRules<'quota'> = {
  setting: 'quota',
  action: () => 'admin:SetBucketQuota',
  async read({ admin, bucket, signal }) {
    const { size } = await readQuota(admin, bucket, signal);
    return size === 0 ? null : size;
  },
  write: (size, { admin, bucket }) => writeQuota(admin, bucket, { size: size ?? 0, type: 'hard' }),
};

export const tagsSection: SectionRules<'tags'> = {
  setting: 'tags',
  action: () => 's3:PutBucketTagging',
  async read({ s3, bucket, signal }) {
    const tags = await readTags(s3, bucket, signal);
    return Object.keys(tags).length === 0 ? null : tags;
  },
  settle: ({ wanted }) => (wanted && Object.keys(wanted).length > 0 ? wanted : null),
  write: (tags, { s3, bucket }) => writeTags(s3, bucket, tags ?? {}),
};
