import type { AdminTransport } from './admin-transport.ts';
import type { JsonObject } from './json.ts';
import type { NewTier, Tier, TierCredentials, TierOperations, TierType } from './types-tiers.ts';

/** Name of the settings in a tier, by type. */
const SETTINGS = { s3: 'S3', gcs: 'GCS', azure: 'Azure', minio: 'MinIO' } as const;
const VERSION = 'v1';
/** The server's name for contents that are not in a tier. */
const INTERNAL = 'internal';

export function tierOperations(transport: AdminTransport): TierOperations {
  return {
    async listTiers(call = {}) {
      return (await transport.readJsonList({ method: 'GET', path: 'tier', ...call })).map(readTier);
    },

    async addTier({ tier, signal }) {
      const { type, name } = tier;
      const block = { [SETTINGS[type]]: settingsOf(tier) };
      const body = JSON.stringify({ Version: VERSION, Type: type, Name: name, ...block });
      await transport.run({ method: 'PUT', path: 'tier', body, encrypt: true, signal });
    },

    async editTier({ name, credentials, signal }) {
      const body = JSON.stringify(credentialsBody(credentials));
      await transport.run({ method: 'POST', path: pathOf(name), body, encrypt: true, signal });
    },

    async verifyTier({ name, signal }) {
      await transport.run({ method: 'GET', path: pathOf(name), signal });
    },

    async removeTier({ name, signal }) {
      await transport.run({ method: 'DELETE', path: pathOf(name), signal });
    },

    async listTierUsage(call = {}) {
      const tiers = await transport.readJsonList({ method: 'GET', path: 'tier-stats', ...call });
      return tiers
        .filter((tier) => tier.text('Type') !== INTERNAL)
        .map((tier) => {
          const stats = tier.object('Stats');
          return {
            name: tier.text('Name'),
            size: stats.number('totalSize'),
            objects: stats.number('numObjects'),
            versions: stats.number('numVersions'),
          };
        });
    },
  };
}

function pathOf(name: string): string {
  return `tier/${encodeURIComponent(name)}`;
}

function settingsOf(tier: NewTier): object {
  const { endpoint, bucket, prefix, region } = tier;
  const place = { Endpoint: endpoint, Bucket: bucket, Prefix: prefix, Region: region };
  switch (tier.type) {
    case 'gcs':
      return { ...place, Creds: Buffer.from(tier.credentials).toString('base64url') };
    case 'azure':
      return { ...place, AccountName: tier.accountName, AccountKey: tier.accountKey };
    default:
      return {
        ...place,
        AccessKey: tier.accessKey,
        SecretKey: tier.secretKey,
        StorageClass: tier.storageClass,
      };
  }
}

function credentialsBody(credentials: TierCredentials): object {
  return 'credentials' in credentials
    ? { creds: Buffer.from(credentials.credentials).toString('base64') }
    : { access: credentials.accessKey, secret: credentials.secretKey };
}

function readTier(json: JsonObject): Tier {
  const written = json.text('Type');
  const type = isKnown(written) ? written : 'unsupported';
  const settings = json.object(type === 'unsupported' ? '' : SETTINGS[type]);
  return {
    type,
    name: json.text('Name') || settings.text('Name'),
    bucket: settings.text('Bucket'),
    endpoint: settings.text('Endpoint'),
    prefix: settings.text('Prefix'),
    region: settings.text('Region'),
    accessKey: settings.text('AccessKey'),
    accountName: settings.text('AccountName'),
    storageClass: settings.text('StorageClass'),
  };
}

function isKnown(type: string): type is TierType {
  return Object.hasOwn(SETTINGS, type);
}
