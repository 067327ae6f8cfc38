import { type PolicyDocument, parseBucketPolicy } from '@stowage/domain/policy';
import type { Engine } from '../engine/types.ts';

/** Name of the settings document that holds a bucket's policy. */
export const POLICY_SETTING = 'policy';

interface Parsed {
  readonly text: string;
  readonly policy: PolicyDocument;
}

const REMEMBERED = 10_000;

/** Parsed bucket policies, cached until their text changes. */
export class BucketPolicies {
  readonly #engine: Pick<Engine, 'getBucket'>;
  readonly #parsed = new Map<string, Parsed>();

  constructor(engine: Pick<Engine, 'getBucket'>) {
    this.#engine = engine;
  }

  /** Returns the policy of a bucket; undefined if it has none or does not exist. */
  get(bucket: string): PolicyDocument | undefined {
    const text = this.#engine.getBucket(bucket)?.settings[POLICY_SETTING];
    if (text === undefined) {
      return undefined;
    }
    const known = this.#parsed.get(bucket);
    if (known?.text === text) {
      return known.policy;
    }
    const policy = parseBucketPolicy(text, bucket);
    if (this.#parsed.size >= REMEMBERED) {
      this.#parsed.clear();
    }
    this.#parsed.set(bucket, { text, policy });
    return policy;
  }
}
