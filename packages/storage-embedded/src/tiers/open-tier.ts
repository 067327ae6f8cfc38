import { AzureTier } from './azure-tier.ts';
import { GoogleTier } from './google-tier.ts';
import { S3Tier } from './s3-tier.ts';
import type { Tier, TierType } from './tier.ts';
import type { TierServer } from './tier-server.ts';

const SERVERS: Readonly<Record<TierType, new (tier: Tier) => TierServer>> = {
  s3: S3Tier,
  minio: S3Tier,
  gcs: GoogleTier,
  azure: AzureTier,
};

/** Returns the server of a tier, using the protocol of its type. */
export function tierServer(tier: Tier): TierServer {
  return new SERVERS[tier.type](tier);
}
