import type { TierType } from '@stowage/contract/tiers';

/** What a tier is made on. A minio tier is sent as one of S3. */
interface TierKind {
  readonly service: TierType;
  /** The product, which has no translation. */
  readonly name: string;
  /** Where most of them are; '' where each has an address of its own. */
  readonly endpoint: string;
  readonly credentials: 'keys' | 'file' | 'account';
}

const S3: TierKind = {
  service: 's3',
  name: 'AWS S3',
  endpoint: 'https://s3.amazonaws.com',
  credentials: 'keys',
};

/** In the order in which they are offered. */
export const TIER_KINDS: readonly TierKind[] = [
  { service: 'minio', name: 'MinIO', endpoint: '', credentials: 'keys' },
  {
    service: 'gcs',
    name: 'Google Cloud Storage',
    endpoint: 'https://storage.googleapis.com/',
    credentials: 'file',
  },
  S3,
  {
    service: 'azure',
    name: 'Azure Blob Storage',
    endpoint: 'http://blob.core.windows.net',
    credentials: 'account',
  },
];

/** The kind that an address names; S3 where it names none. */
export function tierKind(service: string): TierKind {
  return TIER_KINDS.find((kind) => kind.service === service) ?? S3;
}
