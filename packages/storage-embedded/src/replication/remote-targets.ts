import type { TextSealer } from '../auth/sealed-text.ts';
import { Turns } from '../documents/turns.ts';
import type { Engine, StoredBucket } from '../engine/types.ts';
import type { RemoteTarget } from './remote-target.ts';

/** Name of the settings document with a bucket's targets, as JSON. */
export const TARGETS_SETTING = 'replication-targets';

type Buckets = Pick<Engine, 'getBucket' | 'listBuckets' | 'updateBucket'>;

/** A stored target: its secrets are sealed for its ARN. */
interface KeptTarget extends Omit<RemoteTarget, 'secretKey' | 'sessionToken'> {
  readonly sealed: string;
}

/** The remote targets of all buckets, which are deleted with their bucket. */
export class RemoteTargets {
  readonly #engine: Buckets;
  readonly #sealer: TextSealer;
  readonly #turns = new Turns();
  /** Cache by bucket: the decrypted targets, and the document they came from. */
  readonly #opened = new Map<string, { text: string; targets: readonly RemoteTarget[] }>();

  constructor(engine: Buckets, sealer: TextSealer) {
    this.#engine = engine;
    this.#sealer = sealer;
  }

  /** Returns the targets of a bucket. */
  of(name: string): readonly RemoteTarget[] {
    const bucket = this.#engine.getBucket(name);
    return bucket === undefined ? [] : this.#open(bucket);
  }

  get(bucket: string, arn: string): RemoteTarget | undefined {
    return this.of(bucket).find((target) => target.arn === arn);
  }

  all(): readonly RemoteTarget[] {
    return this.#engine.listBuckets().flatMap((bucket) => this.#open(bucket));
  }

  /**
   * Changes the targets of a bucket; changes are serialised.
   *
   * @param change returns the new list, or throws to refuse the change
   */
  change(
    bucket: string,
    change: (targets: readonly RemoteTarget[]) => readonly RemoteTarget[],
  ): Promise<void> {
    return this.#turns.take(async () => {
      const kept = change(this.of(bucket)).map((target) => this.#seal(target));
      const value = kept.length === 0 ? null : JSON.stringify(kept);
      await this.#engine.updateBucket(bucket, { settings: { [TARGETS_SETTING]: value } });
    });
  }

  /** Re-encrypts all secrets with the sealer's current key. */
  async reseal(): Promise<void> {
    for (const { name, settings } of this.#engine.listBuckets()) {
      if (settings[TARGETS_SETTING] !== undefined) {
        await this.change(name, (targets) => targets);
      }
    }
  }

  /** Runs work during which no target can change. */
  whileUnchanged<Result>(change: () => Promise<Result>): Promise<Result> {
    return this.#turns.take(change);
  }

  #seal({ secretKey, sessionToken, ...target }: RemoteTarget): KeptTarget {
    const secrets = JSON.stringify([secretKey, sessionToken]);
    return { ...target, sealed: this.#sealer.seal(secrets, target.arn) };
  }

  #open(bucket: StoredBucket): readonly RemoteTarget[] {
    const text = bucket.settings[TARGETS_SETTING];
    if (text === undefined) {
      this.#opened.delete(bucket.name);
      return [];
    }
    const known = this.#opened.get(bucket.name);
    if (known?.text === text) {
      return known.targets;
    }
    const kept: readonly KeptTarget[] = JSON.parse(text);
    const targets = kept.map(({ sealed, ...target }) => {
      const [secretKey, sessionToken] = JSON.parse(this.#sealer.open(sealed, target.arn));
      return { ...target, secretKey, sessionToken };
    });
    this.#opened.set(bucket.name, { text, targets });
    return targets;
  }
}
