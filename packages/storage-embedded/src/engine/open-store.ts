import { mkdir } from 'node:fs/promises';
import { BucketCache } from './changes/bucket-cache.ts';
import { BucketPlans } from './changes/buckets.ts';
import { ChangeHooks } from './changes/change-hooks.ts';
import { ObjectPlans } from './changes/objects.ts';
import { RelocationPlans } from './changes/relocations.ts';
import { TierPlans } from './changes/tier-plans.ts';
import { UploadPlans } from './changes/uploads.ts';
import { BlobReader } from './content/blob-reader.ts';
import { ContentReader } from './content/content-reader.ts';
import { HashPool } from './content/hash-pool.ts';
import { Landings } from './content/landings.ts';
import { Leases } from './content/leases.ts';
import { drivesAway, isComplete } from './drives/completeness.ts';
import { DirectoryLocks, lockDrive } from './drives/directory-lock.ts';
import type { DriveSet, Log } from './drives/drive-set.ts';
import { openDrives } from './drives/open-drives.ts';
import { readStanding } from './drives/standing.ts';
import type { EngineOptions } from './engine-options.ts';
import { Checkpointer } from './index/checkpointer.ts';
import type { IndexDb } from './index/index-db.ts';
import { ListingReader } from './index/listing.ts';
import { Committer } from './log/committer.ts';
import { LogWriter } from './log/log-writer.ts';
import { SegmentFiles } from './log/segment-files.ts';
import { takeInventory } from './recovery/inventory.ts';
import { knownSet } from './recovery/open-index.ts';
import { LOST } from './recovery/rebuild.ts';
import { recover } from './recovery/recover.ts';
import type { Recovered } from './recovery/replay.ts';
import { Store } from './store.ts';
import type { ScrubPace } from './store-health.ts';
import { DEFAULT_TUNING, type Tuning } from './tuning.ts';
import { Compaction } from './upkeep/compaction.ts';
import { Drain, type DrainParts } from './upkeep/drain.ts';
import { Garbage } from './upkeep/garbage.ts';
import { Heal } from './upkeep/heal.ts';
import { Inspection } from './upkeep/inspection.ts';
import { Mender } from './upkeep/mender.ts';
import { Orphans } from './upkeep/orphans.ts';
import { Relocation } from './upkeep/relocation.ts';
import { Repairs } from './upkeep/repairs.ts';
import { Scrub } from './upkeep/scrub.ts';
import { markOf, markSession, slotsBehind } from './upkeep/session.ts';
import { StaleUploads } from './upkeep/stale-uploads.ts';
import { Stalls } from './upkeep/stalls.ts';
import { Upkeep } from './upkeep/upkeep.ts';

const HELD =
  'Drives are away that may have what was written last. Writes are taken again when they are back or given up.';

/** Opens the store; `tuning` lets tests reduce its limits. See `openEngine`. */
export async function openStore(
  options: EngineOptions,
  tuning: Partial<Tuning> = {},
): Promise<Store> {
  const log: Log = options.log ?? (() => undefined);
  await mkdir(options.dataDir, { recursive: true });
  const locks = new DirectoryLocks();
  try {
    locks.add(options.dataDir);
    const drives = await openDrives(options.drives, { knownSet: knownSet(options.dataDir), log });
    for (const { slot } of drives.working) {
      const inUse = lockDrive(drives, slot, locks);
      if (inUse) {
        throw inUse;
      }
    }
    return await openOnDrives(options, {
      drives,
      locks,
      log,
      tuning: { ...DEFAULT_TUNING, ...tuning },
      uploadMaxAge: options.uploadMaxAge ?? (() => undefined),
      scrub: options.scrub ?? (() => undefined),
      isIdle: options.isIdle ?? false,
    });
  } catch (error) {
    locks.release();
    throw error;
  }
}

interface Ground {
  readonly drives: DriveSet;
  readonly locks: DirectoryLocks;
  readonly log: Log;
  readonly tuning: Tuning;
  readonly uploadMaxAge: () => number | undefined;
  readonly scrub: () => ScrubPace | undefined;
  readonly isIdle: boolean;
}

async function openOnDrives(options: EngineOptions, ground: Ground): Promise<Store> {
  const { drives } = ground;
  const inventory = await takeInventory(drives);
  const standing = await readStanding(drives);
  const { index, rebuilt, recovered } = await recover(options.dataDir, {
    drives,
    inventory,
    standing,
    log: ground.log,
  });
  try {
    if (!standing.certain) {
      drives.hold(HELD);
    }
    const behind = slotsBehind(drives, index, { inventory, standing });
    drives.epoch = Math.max(standing.newest?.epoch ?? 0, markOf(index)?.epoch ?? 0);
    const refusal = await markSession(drives, index);
    // A full disk is no obstacle to reading and deleting.
    if (refusal && refusal.code !== 'XMinioStorageFull') {
      throw refusal;
    }
    return assemble(ground, { index, rebuilt, recovered, behind });
  } catch (error) {
    index.close();
    throw error;
  }
}

interface Opened {
  readonly index: IndexDb;
  readonly rebuilt: boolean;
  readonly recovered: Recovered;
  /** Slots of drives that may lack some of their content. */
  readonly behind: readonly number[];
}

/** Assembles the parts that read segments and content files and have bad copies repaired. */
function assembleReading(ground: Ground, { index, recovered }: Opened) {
  const { drives, log, tuning } = ground;
  const { segments } = index.accounting;
  const writer = new LogWriter(drives, segments, {
    lastId: recovered.lastSegment,
    maxBytes: tuning.segmentBytes,
    features: index.features,
  });
  const files: SegmentFiles = new SegmentFiles(drives, segments, (place, slot) =>
    repairs.note({ kind: 'record', place, slot }),
  );
  const blobs = new BlobReader(drives, (content, slot) =>
    repairs.note({ kind: 'blob', content, slot }),
  );
  const leases = new Leases(() => garbage.loop.kick());
  const garbage = new Garbage(drives, index, { leases, log });
  const activeSegment = () => writer.activeId;
  const parts = { drives, files, blobs, segments, activeSegment, index, leases, log };
  const repairs = new Repairs(parts);
  const inspection = new Inspection(parts);
  const { scrub: pace } = ground;
  const clock = tuning.scrubClock;
  const scrub = new Scrub({ index, inspection, repairs, log, pace, clock });
  return { writer, files, blobs, leases, garbage, repairs, inspection, scrub };
}

type Reading = ReturnType<typeof assembleReading>;

/** Assembles the parts that move everything off drives. */
function assembleDrain(
  { drives, locks, log }: Ground,
  { index }: Opened,
  parts: Reading & Pick<DrainParts, 'committer' | 'compaction' | 'landings' | 'orphans'>,
): Drain {
  const { segments } = index.accounting;
  const { writer, committer } = parts;
  const shared = { ...parts, drives, locks, index, segments, log };
  const closed = () => drain.loop.closed;
  const mender = new Mender({ ...shared, activeSegment: () => writer.activeId, closed });
  const plans = new RelocationPlans(index);
  const relocation = new Relocation({ ...shared, committer, mender, plans });
  const drain: Drain = new Drain({ ...shared, relocation });
  return drain;
}

function assemble(ground: Ground, opened: Opened): Store {
  const { drives, log, tuning, locks } = ground;
  const { index, recovered } = opened;
  const reading = assembleReading(ground, opened);
  const { writer, files, blobs, leases, garbage, repairs, inspection, scrub } = reading;
  const { segments } = index.accounting;
  const buckets = new BucketCache(index);
  const checkpointer = new Checkpointer(index, log);
  const hooks = new ChangeHooks(log);
  const committer = new Committer(index, writer, {
    hooks,
    sequence: recovered.sequence,
    onBuckets: (ids) => buckets.refresh(ids),
    onApplied: (freed) => {
      checkpointer.noteTransaction();
      if (freed.length > 0) {
        garbage.loop.kick();
      }
    },
  });
  const objects = new ObjectPlans(index, buckets, hooks);
  const uploads = new UploadPlans(index, buckets, objects);
  const { compaction: limits, compactionShare: share } = tuning;
  const maxAge = () => ground.uploadMaxAge() ?? tuning.uploadMaxAge;
  const heal = new Heal(drives, index, { repairs, log, onFilled: () => scrub.want() });
  const gate = () => isComplete(drives, heal.lacking);
  const landings = new Landings();
  const orphans = new Orphans(drives, index, { isComplete: gate, landings, log });
  const compaction = new Compaction(
    { index, files, committer, writer },
    // No requests are waiting when the store is otherwise idle.
    { limits, share: ground.isIdle ? 1 : share, isComplete: gate, log },
  );
  const moving = { committer, compaction, landings, orphans };
  const upkeep = new Upkeep({
    ...{ drives, files, segments, writer, garbage, repairs, compaction, heal, scrub, orphans },
    drain: assembleDrain(ground, opened, { ...reading, ...moving }),
    isComplete: gate,
    locks,
    stalls: new Stalls(drives, log),
    staleUploads: new StaleUploads(index, uploads, { committer, maxAge, log }),
    log,
  });
  begin(ground, opened, upkeep);
  return new Store({
    locks,
    drives,
    hashes: new HashPool(),
    landings,
    index,
    files,
    committer,
    writer,
    checkpointer,
    upkeep,
    inspection,
    buckets,
    objects,
    bucketPlans: new BucketPlans(index, buckets),
    uploads,
    tiers: new TierPlans(index, buckets, objects),
    listing: new ListingReader(index),
    hooks,
    content: new ContentReader(files, blobs, leases),
    inlineLimit: tuning.inlineLimit,
  });
}

/** Starts the background work, including anything that opening the store found necessary. */
function begin({ drives, isIdle, log }: Ground, opened: Opened, upkeep: Upkeep): void {
  const { drain, orphans, heal, repairs } = upkeep.parts;
  const { rebuilt, behind } = opened;
  for (const slot of rebuilt ? [] : behind) {
    const drive = drives.all[slot]?.path;
    log('warn', 'A drive was away or is of an earlier day; what it lacks is copied.', { drive });
  }
  heal.note([...behind, ...drivesAway(drives).map(({ slot }) => slot)]);
  drives.onLost((slot) => {
    heal.note([slot]);
    orphans.noteLostDrive();
  });
  const everything = rebuilt || behind.length > 0;
  orphans.note(opened.index.state(LOST) ? 'none' : everything ? 'all' : 'left');
  if (isIdle) {
    return;
  }
  orphans.start();
  repairs.retry(true);
  heal.start();
  drain.start();
  upkeep.start();
}
