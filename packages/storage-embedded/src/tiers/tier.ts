import type { RemotePlace } from '../replication/remote-server.ts';

/** The kinds of tiers, as MinIO calls them. */
export type TierType = 's3' | 'minio' | 'gcs' | 'azure';

/** A bucket of another server that contents are moved to. */
export interface Tier {
  readonly name: string;
  readonly type: TierType;
  /** With scheme and host, such as https://s3.amazonaws.com. */
  readonly endpoint: string;
  /** Of azure the name of the account, of gcs the e-mail address of the service account. */
  readonly accessKey: string;
  /** Of azure the key of the account, of gcs the JSON file of the service account. */
  readonly secretKey: string;
  /** Of azure a container. */
  readonly bucket: string;
  /** Put before the keys there; '' for none. */
  readonly prefix: string;
  readonly region: string;
  /** '' for the one that the server there chooses. Azure calls it access tier. */
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

/** The member of MinIO's TierConfig that holds the settings, by type. */
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
