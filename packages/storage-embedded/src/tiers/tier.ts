import type { RemotePlace } from '../replication/remote-server.ts';

/** The kinds of tiers that this server can use; it knows gcs and azure by name. */
export type TierType = 's3' | 'minio';

/** A bucket of another server that contents are moved to. */
export interface Tier {
  readonly name: string;
  readonly type: TierType;
  /** With scheme and host, such as https://s3.amazonaws.com. */
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly bucket: string;
  /** Put before the keys there; '' for none. */
  readonly prefix: string;
  readonly region: string;
  /** '' for the one that the server there chooses. */
  readonly storageClass: string;
}

const AWS = 's3.amazonaws.com';
const AWS_REGION = 'us-east-1';

/** How the bucket of a tier is reached. */
export function placeOf(tier: Tier): RemotePlace {
  const { accessKey, secretKey, region, bucket: targetBucket } = tier;
  const { protocol, host } = new URL(tier.endpoint);
  // AWS answers for buckets of other regions with a redirect.
  const isGlobal = host === AWS && region !== '' && region !== AWS_REGION;
  return {
    endpoint: isGlobal ? `s3.${region}.amazonaws.com` : host,
    secure: protocol === 'https:',
    ...{ accessKey, secretKey, region, targetBucket, sessionToken: '' },
  };
}

/** The key in the bucket of a tier. */
export function remoteKey({ prefix }: Tier, key: string): string {
  const folder = prefix.replace(/\/+$/, '');
  return folder === '' ? key : `${folder}/${key}`;
}

/** MinIO's TierConfig, without the secret. */
export function tierJson(tier: Tier): object {
  const { endpoint, accessKey, bucket, prefix, region, storageClass } = tier;
  const settings = {
    Endpoint: endpoint,
    AccessKey: accessKey,
    SecretKey: 'REDACTED',
    Bucket: bucket,
    Prefix: prefix,
    Region: region,
  };
  const isS3 = tier.type === 's3';
  return {
    Version: 'v1',
    Type: tier.type,
    Name: tier.name,
    [isS3 ? 'S3' : 'MinIO']: isS3 ? { ...settings, StorageClass: storageClass } : settings,
  };
}
