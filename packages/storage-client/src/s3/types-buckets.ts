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
  /** The key's name, with aws:kms. */
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
  /** `force` is MinIO's extension: the bucket goes with everything in it. */
  removeBucket(call: BucketCall & { readonly force?: boolean | undefined }): Promise<void>;
  /** Fails with NoSuchBucket when there is none. */
  headBucket(call: BucketCall): Promise<void>;
  /** Region's name; 'us-east-1' where S3 answers with nothing. */
  getBucketLocation(call: BucketCall): Promise<string>;
  getBucketVersioning(call: BucketCall): Promise<VersioningState>;
  putBucketVersioning(
    call: BucketCall & { readonly state: 'enabled' | 'suspended' },
  ): Promise<void>;
  /** Fails with ObjectLockConfigurationNotFoundError when the bucket has no object lock. */
  getObjectLockConfiguration(
    call: BucketCall,
  ): Promise<{ enabled: boolean; retention?: DefaultRetention }>;
  /** Without retention the default retention is removed. */
  putObjectLockConfiguration(
    call: BucketCall & { readonly retention?: DefaultRetention | undefined },
  ): Promise<void>;
  /** The policy's JSON text. Fails with NoSuchBucketPolicy. */
  getBucketPolicy(call: BucketCall): Promise<string>;
  /** `policy` is JSON text. */
  putBucketPolicy(call: BucketCall & { readonly policy: string }): Promise<void>;
  deleteBucketPolicy(call: BucketCall): Promise<void>;
  /** Fails with NoSuchTagSet. */
  getBucketTagging(call: BucketCall): Promise<Record<string, string>>;
  /** The tags that the bucket has from now on; S3 wants at least one. */
  putBucketTagging(
    call: BucketCall & { readonly tags: Readonly<Record<string, string>> },
  ): Promise<void>;
  deleteBucketTagging(call: BucketCall): Promise<void>;
  /** Fails with ServerSideEncryptionConfigurationNotFoundError when there is none. */
  getBucketEncryption(call: BucketCall): Promise<BucketEncryption>;
  putBucketEncryption(call: BucketCall & { readonly encryption: BucketEncryption }): Promise<void>;
  deleteBucketEncryption(call: BucketCall): Promise<void>;
  /** The bucket's lifecycle, XML text in one form; undefined where there is none. */
  getLifecycleDocument(call: BucketCall): Promise<string | undefined>;
  putLifecycleDocument(call: BucketCall & { readonly document: string }): Promise<void>;
  deleteLifecycleDocument(call: BucketCall): Promise<void>;
}
