import { evaluate, type PolicyDocument, PolicyError, parseBucketPolicy } from './policy.ts';

/** What a bucket's policy means for strangers. */
export type BucketAccess = 'PRIVATE' | 'PUBLIC' | 'CUSTOM';

/** Everything that strangers must be able to do with a bucket that is public. */
const PUBLIC_ACTIONS = ['s3:ListBucket', 's3:GetObject', 's3:PutObject', 's3:DeleteObject'];

/** What the clients of MinIO give to strangers when they make a bucket public. */
const BUCKET_ACTIONS = ['s3:GetBucketLocation', 's3:ListBucket', 's3:ListBucketMultipartUploads'];
const OBJECT_ACTIONS = [
  's3:AbortMultipartUpload',
  's3:DeleteObject',
  's3:GetObject',
  's3:ListMultipartUploadParts',
  's3:PutObject',
];

/** The policy (JSON text) that lets strangers read and write everything in a bucket. */
export function publicPolicy(bucket: string): string {
  const allow = (Action: readonly string[], resource: string) => ({
    Effect: 'Allow',
    Principal: { AWS: ['*'] },
    Action,
    Resource: [`arn:aws:s3:::${resource}`],
  });
  return JSON.stringify({
    Version: '2012-10-17',
    Statement: [allow(BUCKET_ACTIONS, bucket), allow(OBJECT_ACTIONS, `${bucket}/*`)],
  });
}

/**
 * What a bucket's policy (JSON text; undefined for none) means for strangers:
 * PUBLIC when anybody may read and write everything, PRIVATE without a policy,
 * CUSTOM for anything else.
 */
export function accessOf(bucket: string, policyText: string | undefined): BucketAccess {
  if (policyText === undefined) return 'PRIVATE';
  const policy = parse(bucket, policyText);
  if (!policy) return 'CUSTOM';
  // A pattern that matches the key '*' matches every key.
  const isPublic = PUBLIC_ACTIONS.every((action) => {
    const key = action === 's3:ListBucket' ? {} : { key: '*' };
    return evaluate([policy], { action, bucket, ...key, context: {} }) === 'allow';
  });
  return isPublic ? 'PUBLIC' : 'CUSTOM';
}

function parse(bucket: string, text: string): PolicyDocument | undefined {
  try {
    return parseBucketPolicy(text, bucket);
  } catch (error) {
    if (error instanceof PolicyError) return undefined;
    throw error;
  }
}
