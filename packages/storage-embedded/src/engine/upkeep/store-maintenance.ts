import type { BucketCache } from '../changes/bucket-cache.ts';
import type { DrainLine } from '../draining.ts';
import type { DirectoryLocks } from '../drives/directory-lock.ts';
import type { DriveSet } from '../drives/drive-set.ts';
import type { HealedVersion, HealQuery } from '../healing.ts';
import type { IndexDb } from '../index/index-db.ts';
import type { Committer } from '../log/committer.ts';
import type { SegmentFiles } from '../log/segment-files.ts';
import type { Maintenance } from '../maintenance.ts';
import type { Engine } from '../types.ts';
import type { VerifyLine, VerifyOptions } from '../verification.ts';
import { requestDrain } from './drain-request.ts';
import type { Inspection } from './inspection.ts';
import { ObjectHeal } from './object-heal.ts';
import { requestReplacement } from './replace-request.ts';
import { sealLog } from './seal-log.ts';
import type { Upkeep } from './upkeep.ts';
import { Verifier } from './verify.ts';

export interface MaintenanceParts {
  readonly buckets: BucketCache;
  readonly committer: Committer;
  readonly drives: DriveSet;
  readonly files: SegmentFiles;
  readonly index: IndexDb;
  readonly inspection: Inspection;
  readonly locks: DirectoryLocks;
  readonly upkeep: Upkeep;
}

/** Maintenance of a store, assembled from its parts. */
export class StoreMaintenance implements Maintenance {
  readonly #parts: MaintenanceParts;
  readonly #store: Pick<Engine, 'getObject' | 'health' | 'list'>;
  readonly #isClosing: () => boolean;

  constructor(
    parts: MaintenanceParts,
    store: Pick<Engine, 'getObject' | 'health' | 'list'>,
    isClosing: () => boolean,
  ) {
    this.#parts = parts;
    this.#store = store;
    this.#isClosing = isClosing;
  }

  verify(options: VerifyOptions): AsyncGenerator<VerifyLine> {
    const { drives, index, inspection } = this.#parts;
    const health = () => this.#store.health();
    return new Verifier(
      { drives, index, inspection, health, stopped: this.#isClosing },
      options,
    ).run();
  }

  async drainDrive(path: string): Promise<AsyncGenerator<DrainLine>> {
    const { drives, upkeep } = this.#parts;
    const { drain, heal } = upkeep.parts;
    await upkeep.poll();
    return requestDrain({ drives, drain, lacking: heal.lacking }, path);
  }

  healObjects(query: HealQuery): AsyncGenerator<HealedVersion> {
    const { buckets, committer, drives, files, inspection, upkeep } = this.#parts;
    const { repairs, segments, writer } = upkeep.parts;
    return new ObjectHeal(
      {
        ...{ drives, files, inspection, repairs, segments },
        list: (page) => this.#store.list(page),
        find: ({ bucket, key, versionId }) => this.#store.getObject(bucket, key, versionId),
        bucketId: (bucket) => buckets.need(bucket).id,
        activeSegment: () => writer.activeId,
        seal: () => sealLog(committer, writer),
      },
      { ...query, stopped: () => query.stopped() || this.#isClosing() },
    ).run();
  }

  async replaceDrive(path: string): Promise<void> {
    const { committer, drives, locks, upkeep } = this.#parts;
    const { heal, writer } = upkeep.parts;
    await upkeep.poll();
    await requestReplacement({ drives, locks, fill: (slot) => heal.note([slot]) }, path);
    // The active segment's file cannot be recreated on the new drive.
    await sealLog(committer, writer);
    await upkeep.poll();
  }
}
