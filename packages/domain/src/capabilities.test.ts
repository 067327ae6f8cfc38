import { describe, expect, it } from 'vitest';
import { S3_ACTIONS } from './actions.ts';
import { actionsWithout, capabilitiesWhere, capabilityFor } from './capabilities.ts';

describe('what an action needs of the server', () => {
  it.each([
    ['s3:ListBucket', undefined],
    ['s3:GetObject', undefined],
    ['s3:GetObjectVersion', undefined],
    ['s3:PutObject', undefined],
    ['s3:DeleteObject', undefined],
    ['s3:CreateBucket', undefined],
    ['s3:DeleteBucket', undefined],
    ['s3:ListAllMyBuckets', undefined],
    ['s3:ListBucketMultipartUploads', undefined],
    ['s3:PutBucketVersioning', 'versioning'],
    ['s3:ListBucketVersions', 'versioning'],
    ['s3:DeleteObjectVersion', 'versioning'],
    ['s3:GetBucketObjectLockConfiguration', 'locking'],
    ['s3:PutObjectRetention', 'locking'],
    ['s3:BypassGovernanceRetention', 'locking'],
    ['s3:PutObjectLegalHold', 'locking'],
    ['s3:GetBucketTagging', 'tags'],
    ['s3:PutObjectVersionTagging', 'tags'],
    ['s3:DeleteBucketPolicy', 'policy'],
    ['s3:PutLifecycleConfiguration', 'lifecycle'],
    ['s3:GetBucketCors', 'cors'],
    ['s3:DeleteBucketCors', 'cors'],
    ['s3:PutBucketNotification', 'notifications'],
    ['s3:ListenBucketNotification', 'admin'],
    ['s3:ForceDeleteBucket', 'admin'],
    ['s3:PutReplicationConfiguration', 'replication'],
    ['s3:GetObjectVersionForReplication', 'replication'],
    ['s3:GetEncryptionConfiguration', 'encryption'],
    ['admin:SetBucketQuota', 'quota'],
    ['admin:ServerInfo', 'admin'],
    ['kms:ListKeys', 'admin'],
  ])('%s: %s', (action, capability) => {
    expect(capabilityFor(action)).toBe(capability);
  });

  it('leaves nothing out for a server that has everything, and objects for one that has nothing', () => {
    expect(actionsWithout(capabilitiesWhere(() => true))).toEqual([]);
    const missing = actionsWithout(capabilitiesWhere(() => false));
    const left = S3_ACTIONS.filter((action) => !missing.includes(action));
    expect(left).toEqual(expect.arrayContaining(['s3:ListBucket', 's3:GetObject', 's3:PutObject']));
    expect(left).not.toContain('s3:GetBucketPolicy');
  });
});
