import type { IndexDb } from '../index/index-db.ts';
import type { VersionRow } from '../index/version-tables.ts';
import type { Mutation } from '../log/batch.ts';
import type { BlobRef, ObjectEntry } from '../log/entries.ts';
import { type ObjectTiering, TIER_SWEEP_KIND } from '../tiering.ts';
import type { BucketCache } from './bucket-cache.ts';
import { documentMutation } from './documents.ts';
import { bucketName, documentName, objectName } from './names.ts';
import { entryOf, recordOf } from './object-entries.ts';
import type { ObjectPlans } from './objects.ts';
import { CONTENT, type LocatedObject, parseAttributes, publicParts } from './stored-object.ts';

/** A version, identified by the content it had when it was seen. */
export interface SeenContent {
  readonly bucket: string;
  readonly key: string;
  readonly versionId: string;
  readonly ord: number;
}

/** Identifies the content of an object read from this store. */
export function seenOf(object: LocatedObject): SeenContent {
  const { bucket, key, versionId } = object;
  return { bucket, key, versionId, ord: object[CONTENT]?.ord ?? 0 };
}

/** Restored content, in its own file or inline in the record. */
export interface CopiedContent {
  readonly blob?: BlobRef;
  readonly data?: Uint8Array;
}

type Changed = { readonly tiering: ObjectTiering } & CopiedContent;

/**
 * Plans that record where a version's content is: in a tier, in a tier with a restored copy here,
 * or in the tier only.
 */
export class TierPlans {
  readonly #index: IndexDb;
  readonly #buckets: BucketCache;
  readonly #objects: ObjectPlans;

  constructor(index: IndexDb, buckets: BucketCache, objects: ObjectPlans) {
    this.#index = index;
    this.#buckets = buckets;
    this.#objects = objects;
  }

  /** Content has moved to the tier: removes the local copy together with the note of the intent. */
  away(seen: SeenContent, tiering: ObjectTiering, intent: string): Mutation<boolean> {
    const change = this.#change(seen, (row) =>
      parseAttributes(row.attributes).tiering === undefined ? { tiering } : undefined,
    );
    const noted = documentMutation(this.#index, {
      kind: TIER_SWEEP_KIND,
      name: intent,
      value: null,
    });
    return {
      ...change,
      excludes: [...change.excludes, documentName(TIER_SWEEP_KIND, intent)],
      plan: (next) => {
        const plan = change.plan(next);
        return plan.result
          ? { ...plan, records: [...plan.records, ...noted.plan(next).records] }
          : plan;
      },
    };
  }

  /** Content was restored: records the local copy. */
  back(seen: SeenContent, content: CopiedContent, until: number): Mutation<boolean> {
    return this.#change(seen, (row) => {
      const { tiering } = parseAttributes(row.attributes);
      if (tiering === undefined || tiering.restoredUntil !== undefined) {
        return undefined;
      }
      const { restoring: _, ...place } = tiering;
      return { tiering: { ...place, restoredUntil: until }, ...content };
    });
  }

  /** Drops the restored copy if it was kept until `now` or earlier. */
  dropped(seen: SeenContent, now: number): Mutation<boolean> {
    return this.#change(seen, (row) => {
      const { tiering } = parseAttributes(row.attributes);
      if (tiering?.restoredUntil === undefined || tiering.restoredUntil > now) {
        return undefined;
      }
      const { restoredUntil: _, ...place } = tiering;
      return { tiering: place };
    });
  }

  #change(seen: SeenContent, change: (row: VersionRow) => Changed | undefined): Mutation<boolean> {
    return {
      excludes: [objectName(seen.bucket, seen.key)],
      shares: [bucketName(seen.bucket)],
      size: 0,
      plan: (next) => {
        const bucket = this.#buckets.find(seen.bucket);
        const row = bucket && this.#objects.row(bucket, seen.key, seen.versionId);
        const changed = row?.ord === seen.ord ? change(row) : undefined;
        if (!bucket || !row || !changed) {
          return { records: [], result: false };
        }
        const { tiering, blob, data } = changed;
        const entry = without(entryOf(row, { ...parseAttributes(row.attributes), tiering }), blob);
        const found = this.#objects.find(bucket, seen.key, row.version);
        return { records: [recordOf({ sequence: next(), entry, found }, data)], result: true };
      },
    };
  }
}

/** Returns the entry with only this content; the parts that clients see are kept. */
function without(
  { blob: _, parts, ...entry }: ObjectEntry,
  blob: BlobRef | undefined,
): ObjectEntry {
  return {
    ...entry,
    ...(blob ? { blob } : undefined),
    ...(parts ? { parts: publicParts(parts) } : undefined),
  };
}
