import { S3_ACTIONS } from './actions.ts';
import { matchWildcard } from './wildcard.ts';

/** Optional features of a storage server, beyond buckets and objects. */
export const CAPABILITIES = [
  'versioning',
  'locking',
  'tags',
  'policy',
  'lifecycle',
  'cors',
  'notifications',
  'replication',
  'encryption',
  'quota',
  'admin',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** The features that a server has. */
export type Capabilities = Readonly<Record<Capability, boolean>>;

/** Action patterns that each capability enables; the first match counts. */
const ACTIONS: readonly (readonly [Capability, readonly string[]])[] = [
  ['quota', ['admin:*BucketQuota']],
  ['admin', ['admin:*', 'kms:*', 's3:Listen*', 's3:ForceDeleteBucket', 's3:PutObjectFanOut']],
  ['replication', ['s3:*Replication*', 's3:Replicate*']],
  ['tags', ['s3:*Tagging']],
  // Excludes reading a version, because that implies reading the object.
  ['versioning', ['s3:*BucketVersion*', 's3:DeleteObjectVersion']],
  ['locking', ['s3:*ObjectLock*', 's3:*Retention', 's3:*LegalHold']],
  ['policy', ['s3:*BucketPolicy*']],
  ['lifecycle', ['s3:*LifecycleConfiguration', 's3:RestoreObject']],
  ['cors', ['s3:*BucketCors']],
  ['notifications', ['s3:*BucketNotification']],
  ['encryption', ['s3:*EncryptionConfiguration']],
];

/** Returns the capability that an action requires; undefined if every server supports it. */
export function capabilityFor(action: string): Capability | undefined {
  const found = ACTIONS.find(([, patterns]) =>
    patterns.some((pattern) => matchWildcard(pattern, action)),
  );
  return found?.[0];
}

/** Returns the S3 actions that a server with these capabilities does not support. */
export function actionsWithout(capabilities: Capabilities): readonly string[] {
  return S3_ACTIONS.filter((action) => {
    const needed = capabilityFor(action);
    return needed !== undefined && !capabilities[needed];
  });
}

/** Returns the capabilities for which a predicate returns true. */
export function capabilitiesWhere(has: (capability: Capability) => boolean): Capabilities {
  return Object.fromEntries(CAPABILITIES.map((name) => [name, has(name)])) as Capabilities;
}
