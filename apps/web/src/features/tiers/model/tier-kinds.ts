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

/** In the order in which they are offered. */
const KINDS: Readonly<Record<TierType, TierKind>> = {
  minio: { service: 'minio', name: 'MinIO', endpoint: '', credentials: 'keys' },
  gcs: {
    service: 'gcs',
    name: 'Google Cloud Storage',
    endpoint: 'https://storage.googleapis.com/',
    credentials: 'file',
  },
  s3: {
    service: 's3',
    name: 'AWS S3',
    endpoint: 'https://s3.amazonaws.com',
    credentials: 'keys',
  },
  azure: {
    service: 'azure',
    name: 'Azure Blob Storage',
    endpoint: 'http://blob.core.windows.net',
    credentials: 'account',
  },
};

export const TIER_KINDS: readonly TierKind[] = Object.values(KINDS);

/** What is offered where an address names no kind. */
export const DEFAULT_KIND = KINDS.s3;

export function tierKind(service: TierType): TierKind {
  return KINDS[service];
}

export function isTierType(service: string): service is TierType {
  return Object.hasOwn(KINDS, service);
}
