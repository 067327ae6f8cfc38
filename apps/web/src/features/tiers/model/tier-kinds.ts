import type { TierType } from '@stowage/contract/tiers';

/** A type of tier. A minio tier is sent as an S3 one. */
interface TierKind {
  readonly service: TierType;
  /** The product name, which is not translated. */
  readonly name: string;
  /** The usual endpoint; '' if each has its own. */
  readonly endpoint: string;
  readonly credentials: 'keys' | 'file' | 'account';
}

/** In display order. */
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

/** The default if an address names no type. */
export const DEFAULT_KIND = KINDS.s3;

export function tierKind(service: TierType): TierKind {
  return KINDS[service];
}

export function isTierType(service: string): service is TierType {
  return Object.hasOwn(KINDS, service);
}
