import {
  couldAllow,
  evaluate,
  type PolicyDocument,
  PolicyError,
  parseBucketPolicy,
} from './policy.ts';
import { matchWildcard } from './wildcard.ts';

/** What a bucket's policy means for anonymous users. */
export type BucketAccess = 'PRIVATE' | 'PUBLIC' | 'CUSTOM';

/** The actions that anonymous users need for a bucket to count as public. */
const PUBLIC_ACTIONS = ['s3:ListBucket', 's3:GetObject', 's3:PutObject', 's3:DeleteObject'];

/** The actions that MinIO clients grant to anonymous users when they make a bucket public. */
const BUCKET_ACTIONS = ['s3:GetBucketLocation', 's3:ListBucket', 's3:ListBucketMultipartUploads'];
const OBJECT_ACTIONS = [
  's3:AbortMultipartUpload',
  's3:DeleteObject',
  's3:GetObject',
  's3:ListMultipartUploadParts',
  's3:PutObject',
];

/**
 * Returns the policy (JSON text) that lets anonymous users read and write everything in a bucket.
 */
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
 * Classifies a bucket's policy (JSON text; undefined for none): PUBLIC when anonymous users may
 * read and write everything, PRIVATE without a policy, CUSTOM for anything else.
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

/** What anonymous users can do with at least some objects of a bucket. */
export type AnonymousAbility = 'list' | 'read' | 'write' | 'delete';

const ABILITIES: readonly (readonly [AnonymousAbility, string])[] = [
  ['list', 's3:ListBucket'],
  ['read', 's3:GetObject'],
  ['write', 's3:PutObject'],
  ['delete', 's3:DeleteObject'],
];

/** What a bucket's policy grants to anonymous users. */
export interface AnonymousAccess {
  /** Whether anything is granted at all, including actions that `abilities` does not cover. */
  readonly open: boolean;
  readonly abilities: readonly AnonymousAbility[];
}

/**
 * Returns what a bucket's policy (JSON text; undefined for none) grants to anonymous users.
 * Conditions on allows are assumed to be met, so the answer errs on the side of yes. A policy that
 * cannot be read grants nothing: no server enforces it.
 */
export function anonymousAccess(bucket: string, policyText: string | undefined): AnonymousAccess {
  const policy = policyText === undefined ? undefined : parse(bucket, policyText);
  if (policy === undefined) return { open: false, abilities: [] };
  const theirs = { ...policy, Statement: policy.Statement.filter(concernsAnonymous) };
  const may = (action: string) => couldAllow([theirs], [action]);
  return {
    open: may('*'),
    abilities: ABILITIES.filter(([, action]) => may(action)).map(([ability]) => ability),
  };
}

/** An object of a bucket, or one of its versions. */
export interface ReadObject {
  readonly bucket: string;
  readonly key: string;
  readonly versionId?: string | undefined;
}

/**
 * Whether a bucket's policy (JSON text) lets anonymous users read an object from anywhere.
 * Conditions are assumed not to be met, so the answer errs on the side of no.
 */
export function anonymousMayRead({ bucket, key, versionId }: ReadObject, policy: string): boolean {
  const parsed = parse(bucket, policy);
  const action = versionId === undefined ? 's3:GetObject' : 's3:GetObjectVersion';
  if (parsed === undefined) return false;
  return evaluate([parsed], { action, bucket, key, context: {} }) === 'allow';
}

/** Anonymous users have an empty access key, which only '*' matches. */
function concernsAnonymous({ Principal }: PolicyDocument['Statement'][number]): boolean {
  return (Principal?.AWS ?? []).some((pattern) => matchWildcard(pattern, ''));
}

function parse(bucket: string, text: string): PolicyDocument | undefined {
  try {
    return parseBucketPolicy(text, bucket);
  } catch (error) {
    if (error instanceof PolicyError) return undefined;
    throw error;
  }
}
