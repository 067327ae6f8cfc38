import type { TextSealer } from '../auth/sealed-text.ts';
import { type Documents, DurableMap } from '../documents/durable-map.ts';
import { Turns } from '../documents/turns.ts';
import type { Tier } from './tier.ts';

const KIND = 'tier';

/** A stored tier: its secret is sealed for its name. */
interface KeptTier extends Omit<Tier, 'secretKey'> {
  readonly sealed: string;
}

/** The tiers, by name. */
export class TierList {
  readonly #tiers: DurableMap<Tier>;
  readonly #turns = new Turns();

  constructor(engine: Documents, sealer: TextSealer) {
    this.#tiers = new DurableMap<Tier>(engine, KIND, {
      encode: ({ secretKey, ...tier }, name) => {
        const kept: KeptTier = { ...tier, sealed: sealer.seal(secretKey, ownerOf(name)) };
        return JSON.stringify(kept);
      },
      decode: (text, name) => {
        const { sealed, ...tier }: KeptTier = JSON.parse(text);
        return { ...tier, secretKey: sealer.open(sealed, ownerOf(name)) };
      },
    });
  }

  get(name: string): Tier | undefined {
    return this.#tiers.get(name);
  }

  /** By name. */
  all(): readonly Tier[] {
    return [...this.#tiers.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Serialises changes. */
  change<Result>(change: () => Promise<Result>): Promise<Result> {
    return this.#turns.take(change);
  }

  put(tier: Tier): Promise<void> {
    return this.#tiers.put(tier.name, tier);
  }

  remove(name: string): Promise<void> {
    return this.#tiers.remove(name);
  }

  /** Re-encrypts all secrets with the sealer's current key. */
  async reseal(): Promise<void> {
    for (const { name } of this.all()) {
      await this.change(() => this.#tiers.rewrite(name));
    }
  }
}

function ownerOf(name: string): string {
  return `tier ${name}`;
}
