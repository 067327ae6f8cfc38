import type { AdminTransport } from './admin-transport.ts';
import type { JsonObject } from './json.ts';
import type { Tier, TierOperations } from './types-targets.ts';

/** The member of a tier that holds its settings, by type. */
const SETTINGS = { s3: 'S3', gcs: 'GCS', azure: 'Azure', minio: 'MinIO' } as const;

export function tierOperations(transport: AdminTransport): TierOperations {
  return {
    async listTiers(call = {}) {
      return (await transport.readJsonList({ method: 'GET', path: 'tier', ...call })).map(readTier);
    },
  };
}

function readTier(json: JsonObject): Tier {
  const written = json.text('Type');
  const name = json.text('Name');
  if (!isKnown(written)) return { type: 'unsupported', name, bucket: '', endpoint: '' };
  const settings = json.object(SETTINGS[written]);
  return {
    type: written,
    name: name || settings.text('Name'),
    bucket: settings.text('Bucket'),
    endpoint: settings.text('Endpoint'),
  };
}

function isKnown(type: string): type is keyof typeof SETTINGS {
  return Object.hasOwn(SETTINGS, type);
}
