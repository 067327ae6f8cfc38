import type { Tier, TierType } from '@stowage/contract/tiers';

/** A tier as listed. */
export interface TierRow {
  readonly type: TierType;
  readonly name: string;
  readonly endpoint: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly region: string;
  readonly usage: Tier['usage'];
}

/** Returns the tiers that can be shown: each is described in the block of its type. */
export function tierRows(tiers: readonly Tier[]): readonly TierRow[] {
  return tiers.flatMap((tier) => {
    const block = tier.type === 'unsupported' ? undefined : tier[tier.type];
    if (tier.type === 'unsupported' || block === undefined) return [];
    const { name, endpoint = '', bucket = '', prefix = '', region = '' } = block;
    return [{ type: tier.type, name, endpoint, bucket, prefix, region, usage: tier.usage }];
  });
}

/** Returns the tiers whose name or type contains a text, case-insensitively. */
export function matchingTiers(rows: readonly TierRow[], text: string): readonly TierRow[] {
  const wanted = text.trim().toLowerCase();
  return rows.filter(
    ({ name, type }) => name.toLowerCase().includes(wanted) || type.includes(wanted),
  );
}
