import {
  type AccessPolicy,
  disableEncryption,
  ENCRYPTION_OFF_REVISION,
  type Encryption,
  enableEncryption,
  getAccessPolicy,
  getEncryption,
  getObjectLocking,
  getQuota,
  getRetention,
  getTags,
  getUsage,
  listKmsKeys,
  removeRetention,
  setAccessPolicy,
  setQuota,
  setRetention,
  setTags,
  setVersioning,
} from '@stowage/contract/bucket-admin/settings';
import type { BucketQuota, BucketRetention } from '@stowage/contract/buckets';
import { queryOptions } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { useBucketChange } from '#web/entities/bucket/use-bucket-change.ts';
import { versioningQuery } from '#web/entities/bucket/versioning-query.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';

function settingQuery<State>(
  bucket: string,
  setting: string,
  load: (signal: AbortSignal) => Promise<State>,
) {
  return queryOptions({
    queryKey: bucketKeys.setting(bucket, setting),
    queryFn: ({ signal }) => load(signal),
    meta: { errors: 'screen' },
  });
}

/** The bucket's usage, as last counted by the server. */
export const usageQuery = (bucket: string) =>
  settingQuery(bucket, 'usage', (signal) => call(getUsage, { params: { bucket } }, { signal }));

export const accessPolicyQuery = (bucket: string) =>
  settingQuery(bucket, 'access-policy', (signal) =>
    call(getAccessPolicy, { params: { bucket } }, { signal }),
  );

export const objectLockingQuery = (bucket: string) =>
  settingQuery(bucket, 'object-locking', (signal) =>
    call(getObjectLocking, { params: { bucket } }, { signal }),
  );

export const retentionQuery = (bucket: string) =>
  settingQuery(bucket, 'retention', (signal) =>
    call(getRetention, { params: { bucket } }, { signal }),
  );

/** The encryption of new objects; without an algorithm they are not encrypted. */
export type BucketEncryption = Omit<Encryption, 'algorithm'> & Partial<Encryption>;

/** "No configuration" is how the server reports that encryption is off, not an error. */
async function readEncryption(bucket: string, signal: AbortSignal): Promise<BucketEncryption> {
  try {
    return await call(getEncryption, { params: { bucket } }, { signal });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'EncryptionNotFound') throw error;
    return { revision: ENCRYPTION_OFF_REVISION };
  }
}

export const encryptionQuery = (bucket: string) =>
  settingQuery(bucket, 'encryption', (signal) => readEncryption(bucket, signal));

export const quotaQuery = (bucket: string) =>
  settingQuery(bucket, 'quota', (signal) => call(getQuota, { params: { bucket } }, { signal }));

export const tagsQuery = (bucket: string) =>
  settingQuery(bucket, 'tags', (signal) => call(getTags, { params: { bucket } }, { signal }));

/** The keys available for encrypting buckets, and whether there is a key service at all. */
export const kmsKeysQuery = queryOptions({
  queryKey: ['kms', 'keys'],
  queryFn: ({ signal }) => call(listKmsKeys, {}, { signal }),
  meta: { errors: 'screen' },
});

/** The request, and the revision of the state it is based on. */
type Based<Body> = Body & { readonly revision: string };

interface NewAccess {
  readonly access: AccessPolicy['access'];
  /** For CUSTOM: the policy document, JSON. */
  readonly definition?: string;
}

/** Makes the bucket private or public, or sets a custom policy. */
export function useSetAccessPolicy(bucket: string) {
  return useBucketChange(
    ({ revision, ...body }: Based<NewAccess>) =>
      call(setAccessPolicy, { params: { bucket }, query: { revision }, body }),
    {
      shown: accessPolicyQuery(bucket).queryKey,
      answer: ({ name: _bucket, ...policy }) => policy,
    },
  );
}

/** Enables or suspends versioning of the bucket. */
export function useSetVersioning(bucket: string) {
  return useBucketChange(
    ({ revision, versioning }: Based<{ readonly versioning: boolean }>) =>
      call(setVersioning, { params: { bucket }, query: { revision }, body: { versioning } }),
    { shown: versioningQuery(bucket).queryKey },
  );
}

/** Locks new objects for a period. */
export function useSetRetention(bucket: string) {
  return useBucketChange(
    ({ revision, ...body }: Based<BucketRetention>) =>
      call(setRetention, { params: { bucket }, query: { revision }, body }),
    { shown: retentionQuery(bucket).queryKey },
  );
}

/** Stops locking new objects; takes the revision of the retention. */
export function useRemoveRetention(bucket: string) {
  return useBucketChange(
    (revision: string) => call(removeRetention, { params: { bucket }, query: { revision } }),
    { shown: retentionQuery(bucket).queryKey },
  );
}

interface NewEncryption {
  readonly type: 'disabled' | 'sse-s3' | 'sse-kms';
  /** For sse-kms: the key; the server's default key if omitted. */
  readonly key?: string;
}

/** Sets the encryption of new objects; 'disabled' has an endpoint of its own. */
export function useSetEncryption(bucket: string) {
  return useBucketChange(
    ({ type, key, revision }: Based<NewEncryption>) => {
      const target = { params: { bucket }, query: { revision } };
      if (type === 'disabled') return call(disableEncryption, target);
      const body = { encType: type, ...(key === undefined ? {} : { kmsKeyID: key }) };
      return call(enableEncryption, { ...target, body });
    },
    { shown: encryptionQuery(bucket).queryKey },
  );
}

/** Sets or removes the bucket's quota. */
export function useSetQuota(bucket: string) {
  return useBucketChange(
    ({ revision, ...body }: Based<BucketQuota>) =>
      call(setQuota, { params: { bucket }, query: { revision }, body }),
    { shown: quotaQuery(bucket).queryKey, answer: ({ name: _bucket, ...quota }) => quota },
  );
}

/** Replaces the bucket's tags. */
export function useSetTags(bucket: string) {
  return useBucketChange(
    ({ revision, tags }: Based<{ readonly tags: Record<string, string> }>) =>
      call(setTags, { params: { bucket }, query: { revision }, body: { tags } }),
    { shown: tagsQuery(bucket).queryKey },
  );
}
