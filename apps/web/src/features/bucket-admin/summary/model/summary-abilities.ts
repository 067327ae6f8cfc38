import { grants } from '@stowage/domain/actions';

const ACTIONS = {
  usage: 's3:ListBucket',
  accessPolicy: 's3:GetBucketPolicy',
  changeAccessPolicy: 's3:PutBucketPolicy',
  replication: 's3:GetReplicationConfiguration',
  locking: 's3:GetBucketObjectLockConfiguration',
  encryption: 's3:GetEncryptionConfiguration',
  changeEncryption: 's3:PutEncryptionConfiguration',
  versioning: 's3:GetBucketVersioning',
  changeVersioning: 's3:PutBucketVersioning',
  quota: 'admin:GetBucketQuota',
  changeQuota: 'admin:SetBucketQuota',
  retention: 's3:GetObjectRetention',
  changeRetention: 's3:PutObjectRetention',
  tags: 's3:GetBucketTagging',
  changeTags: 's3:PutBucketTagging',
} as const;

export type SummaryAbilities = Readonly<Record<keyof typeof ACTIONS, boolean>>;

/** Returns what the caller can see and change in the summary of a bucket. */
export function summaryAbilities(allowedActions: readonly string[]): SummaryAbilities {
  return Object.fromEntries(
    Object.entries(ACTIONS).map(([name, action]) => [name, grants(allowedActions, action)]),
  ) as SummaryAbilities;
}
