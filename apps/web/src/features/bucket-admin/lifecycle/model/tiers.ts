import type { Tier } from '@stowage/contract/tiers';

export interface TierChoice {
  readonly name: string;
  readonly type: Tier['type'];
}

/** Returns the selectable tiers: each is named in the block of its type. */
export function tierChoices(tiers: readonly Tier[]): readonly TierChoice[] {
  return tiers.flatMap((tier) => {
    const block = tier.type === 'unsupported' ? undefined : tier[tier.type];
    return block === undefined ? [] : [{ name: block.name, type: tier.type }];
  });
}
