import { describe, expect, it } from 'vitest';
import {
  ADMIN_ACTIONS,
  BUCKET_ABILITIES,
  grants,
  KMS_ACTIONS,
  S3_ACTIONS,
  SERVER_ABILITIES,
} from './actions.ts';

const DOCUMENT_1 = [
  's3:GetBucketPolicy',
  's3:PutBucketPolicy',
  's3:DeleteObject',
  's3:GetObjectRetention',
  's3:PutObjectRetention',
  's3:GetBucketNotification',
  's3:PutBucketNotification',
  's3:GetReplicationConfiguration',
  's3:PutReplicationConfiguration',
  's3:GetLifecycleConfiguration',
  's3:PutLifecycleConfiguration',
  's3:CreateBucket',
  'admin:GetPolicy',
  'admin:ListUsers',
  'admin:ListUserPolicies',
  'admin:ListGroups',
];

describe('action names', () => {
  it('hold every name that the console uses [SHELL-88]', () => {
    const asked: readonly string[] = [...BUCKET_ABILITIES, ...SERVER_ABILITIES];
    for (const action of DOCUMENT_1) expect(asked).toContain(action);
  });

  it('are known to the policies, each once', () => {
    const known: readonly string[] = [...S3_ACTIONS, ...ADMIN_ACTIONS, ...KMS_ACTIONS];
    expect(new Set(known).size).toBe(known.length);
    for (const action of [...BUCKET_ABILITIES, ...SERVER_ABILITIES])
      expect(known).toContain(action);
  });
});

describe('grants', () => {
  it('grants every s3 action to s3:* and no admin action [SHELL-86]', () => {
    for (const action of S3_ACTIONS) expect(grants(['s3:*'], action)).toBe(true);
    for (const action of ADMIN_ACTIONS) expect(grants(['s3:*'], action)).toBe(false);
  });

  it('grants every admin action to admin:* and no s3 action [SHELL-87]', () => {
    for (const action of ADMIN_ACTIONS) expect(grants(['admin:*'], action)).toBe(true);
    for (const action of S3_ACTIONS) expect(grants(['admin:*'], action)).toBe(false);
  });

  it('grants a named action only to itself', () => {
    expect(grants(['s3:GetObject', 's3:PutObject'], 's3:PutObject')).toBe(true);
    expect(grants(['s3:GetObject'], 's3:GetObjectTagging')).toBe(false);
    expect(grants([], 's3:GetObject')).toBe(false);
  });
});
