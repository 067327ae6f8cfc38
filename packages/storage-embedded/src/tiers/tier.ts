import type { RemotePlace } from '../replication/remote-server.ts';

/** MinIO's names for the kinds of tiers. */
export type TierType = 's3' | 'minio' | 'gcs' | 'azure';

/** A bucket of another server to which contents are moved. */
export interface Tier {
  readonly name: string;
  readonly type: TierType;
  /** Including scheme and host, such as https://s3.amazonaws.com. */
  readonly endpoint: string;
  /** For azure the account name, for gcs the service account's e-mail address. */
  readonly accessKey: string;
  /** For azure the account key, for gcs the service account's JSON file. */
  readonly secretKey: string;
  /** For azure a container. */
  readonly bucket: string;
  /** Prefix of the keys in the bucket; '' for none. */
  readonly prefix: string;
  readonly region: string;
  /** '' for the server's default. Azure calls it access tier. */
  readonly storageClass: string;
}

const AWS = 's3.amazonaws.com';
const AWS_REGION = 'us-east-1';

/** Returns the address of a tier's bucket. */
export function placeOf(tier: Tier): RemotePlace {
  const { accessKey, secretKey, region, bucket: targetBucket } = tier;
  const { protocol, host } = new URL(tier.endpoint);
  // AWS redirects requests for buckets in other regions.
  const isGlobal = host === AWS && region !== '' && region !== AWS_REGION;
  return {
    endpoint: isGlobal ? `s3.${region}.amazonaws.com` : host,
    secure: protocol === 'https:',
    ...{ accessKey, secretKey, region, targetBucket, sessionToken: '' },
  };
}

/** Returns the key in the bucket of a tier. */
export function remoteKey({ prefix }: Tier, key: string): string {
  const folder = prefix.replace(/\/+$/, '');
  return folder === '' ? key : `${folder}/${key}`;
}

/** Name of the settings in MinIO's TierConfig, by type. */
export const TIER_BLOCKS: Readonly<Record<TierType, string>> = {
  s3: 'S3',
  minio: 'MinIO',
  gcs: 'GCS',
  azure: 'Azure',
};

const HIDDEN = 'REDACTED';

/** MinIO's TierConfig, without the secret. */
export function tierJson(tier: Tier): object {
  const { type, name, endpoint, bucket, prefix, region, storageClass } = tier;
  const settings = {
    Endpoint: endpoint,
    ...shownCredentials(tier),
    Bucket: bucket,
    Prefix: prefix,
    Region: region,
    ...(type === 'minio' ? {} : { StorageClass: storageClass }),
  };
  return { Version: 'v1', Type: type, Name: name, [TIER_BLOCKS[type]]: settings };
}

function shownCredentials({ type, accessKey }: Tier): object {
  switch (type) {
    case 'gcs':
      return { Creds: HIDDEN };
    case 'azure':
      return { AccountName: accessKey, AccountKey: HIDDEN };
    default:
      return { AccessKey: accessKey, SecretKey: HIDDEN };
  }
}
