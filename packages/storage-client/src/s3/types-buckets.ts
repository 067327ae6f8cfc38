import type { Abortable, BucketCall, RetentionMode } from './types.ts';

export interface BucketSummary {
  readonly name: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

export type VersioningState = 'off' | 'enabled' | 'suspended';

/** The default retention of a bucket with object lock. */
export interface DefaultRetention {
  readonly mode: RetentionMode;
  readonly unit: 'days' | 'years';
  readonly validity: number;
}

/** How new objects of a bucket are encrypted. */
export interface BucketEncryption {
  /** `AES256` or `aws:kms`. */
  readonly algorithm: string;
  /** The key's name, for aws:kms. */
  readonly keyId?: string | undefined;
}

export interface BucketOperations {
  listBuckets(call?: Abortable): Promise<readonly BucketSummary[]>;
  makeBucket(
    call: BucketCall & {
      readonly region?: string | undefined;
      readonly objectLock?: boolean | undefined;
    },
  ): Promise<void>;
  /** `force` is MinIO's extension: deletes the bucket with all its contents. */
  removeBucket(call: BucketCall & { readonly force?: boolean | undefined }): Promise<void>;
  /** Fails with NoSuchBucket if it does not exist. */
  headBucket(call: BucketCall): Promise<void>;
  /** Returns the region's name; 'us-east-1' if S3 returns an empty one. */
  getBucketLocation(call: BucketCall): Promise<string>;
  getBucketVersioning(call: BucketCall): Promise<VersioningState>;
  putBucketVersioning(
    call: BucketCall & { readonly state: 'enabled' | 'suspended' },
  ): Promise<void>;
  /** Fails with ObjectLockConfigurationNotFoundError if the bucket has no object lock. */
  getObjectLockConfiguration(
    call: BucketCall,
  ): Promise<{ enabled: boolean; retention?: DefaultRetention }>;
  /** Without retention, removes the default retention. */
  putObjectLockConfiguration(
    call: BucketCall & { readonly retention?: DefaultRetention | undefined },
  ): Promise<void>;
  /** Returns the policy's JSON text. Fails with NoSuchBucketPolicy. */
  getBucketPolicy(call: BucketCall): Promise<string>;
  /** `policy` is JSON text. */
  putBucketPolicy(call: BucketCall & { readonly policy: string }): Promise<void>;
  deleteBucketPolicy(call: BucketCall): Promise<void>;
  /** Fails with NoSuchTagSet. */
  getBucketTagging(call: BucketCall): Promise<Record<string, string>>;
  /** Replaces all tags; S3 requires at least one. */
  putBucketTagging(
    call: BucketCall & { readonly tags: Readonly<Record<string, string>> },
  ): Promise<void>;
  deleteBucketTagging(call: BucketCall): Promise<void>;
  /** Fails with ServerSideEncryptionConfigurationNotFoundError if there is none. */
  getBucketEncryption(call: BucketCall): Promise<BucketEncryption>;
  putBucketEncryption(call: BucketCall & { readonly encryption: BucketEncryption }): Promise<void>;
  deleteBucketEncryption(call: BucketCall): Promise<void>;
  /** The bucket's lifecycle as normalised XML text; undefined if there is none. */
  getLifecycleDocument(call: BucketCall): Promise<string | undefined>;
  putLifecycleDocument(call: BucketCall & { readonly document: string }): Promise<void>;
  deleteLifecycleDocument(call: BucketCall): Promise<void>;
}
