import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import { DriveChangeError } from '../engine/drives/change-drives.ts';
import type { FillProgress } from '../engine/store-health.ts';
import type { Engine } from '../engine/types.ts';
import { emptyReply, jsonReply, type Reply } from '../http/reply.ts';
import { checkKey } from '../http/target.ts';
import type { Operation } from '../s3/operation.ts';
import { HealSequence, type HealSettings } from './heal-sequence.ts';
import { parameter, readJson } from './payloads.ts';
import { driveInfo, drivesOf, parity } from './server-info.ts';
import { totalUsage } from './usage.ts';

/** Prefix of all healing paths, followed by bucket and prefix. */
export const HEAL_PATH = '/minio/admin/v3/heal/';

/** How long the results of a finished run can be fetched. */
const KEPT_MS = 10 * 60_000;
const MAX_RUNNING = 16;

/** Runs by path. */
const runs = new WeakMap<Engine, Map<string, HealSequence>>();

function runsOf(engine: Engine): Map<string, HealSequence> {
  const known = runs.get(engine) ?? new Map<string, HealSequence>();
  runs.set(engine, known);
  for (const [path, { endedAt }] of known) {
    if (endedAt !== undefined && endedAt + KEPT_MS < Date.now()) {
      known.delete(path);
    }
  }
  return known;
}

/**
 * MinIO's healing: starts a run below a prefix, returns its results since the last call, or stops
 * it.
 */
export const heal: Operation = {
  name: 'Heal',
  action: 'admin:Heal',
  run: async (request) => {
    const { query, store } = request;
    const place = placeOf(request);
    const token = query.get('clientToken') ?? '';
    const forceStart = query.has('forceStart');
    const forceStop = query.has('forceStop');
    if ((forceStart && forceStop) || (token !== '' && (forceStart || forceStop))) {
      throw new S3Error('InvalidRequest');
    }
    const known = runsOf(store.engine);
    if (token !== '') {
      return statusReply(known.get(place.path), token);
    }
    if (forceStop) {
      return stopReply(known, place.path);
    }
    if (forceStart) {
      await known.get(place.path)?.stop();
    }
    return startReply(request, place);
  },
};

interface HealPlace {
  readonly bucket: string;
  readonly prefix: string;
  readonly path: string;
}

function placeOf({ target, store: { engine } }: ApiRequest): HealPlace {
  if (engine.health().drives.length < 2) {
    throw new S3Error('XMinioHealNotImplemented');
  }
  const path = target.path.slice(HEAL_PATH.length);
  const slash = path.indexOf('/');
  const bucket = slash < 0 ? path : path.slice(0, slash);
  const prefix = slash < 0 ? '' : path.slice(slash + 1);
  if (bucket === '' && prefix !== '') {
    throw new S3Error('XMinioHealMissingBucket');
  }
  if (bucket !== '' && engine.getBucket(bucket) === undefined) {
    throw new S3Error('NoSuchBucket');
  }
  checkKey(prefix);
  return { bucket, prefix, path: prefix === '' ? bucket : `${bucket}/${prefix}` };
}

function statusReply(run: HealSequence | undefined, token: string): Reply {
  if (!run) {
    return jsonReply({ Summary: 'finished', StartTime: new Date().toISOString(), Items: null });
  }
  if (run.token !== token) {
    throw new S3Error('XMinioHealInvalidClientToken');
  }
  return jsonReply(run.takeStatus());
}

async function stopReply(known: Map<string, HealSequence>, path: string): Promise<Reply> {
  const run = known.get(path);
  await run?.stop();
  known.delete(path);
  return run
    ? startedReply(run)
    : jsonReply({ clientToken: 'unknown', clientAddress: '', startTime: new Date().toISOString() });
}

async function startReply(
  request: ApiRequest,
  { bucket, prefix, path }: HealPlace,
): Promise<Reply> {
  const { engine } = request.store;
  const settings = settingsOf(await readJson(request));
  const known = runsOf(engine);
  const running = [...known.values()].filter(({ endedAt }) => endedAt === undefined);
  const same = known.get(path);
  if (same?.endedAt === undefined && same?.hasResults) {
    // As in MinIO, joining a run in progress returns its results.
    return startedReply(same);
  }
  if (same && same.endedAt === undefined) {
    throw new S3Error('XMinioHealAlreadyRunning');
  }
  if (running.some(({ start }) => overlap(start, { bucket, prefix }))) {
    throw new S3Error('XMinioHealOverlappingPaths');
  }
  if (running.length >= MAX_RUNNING) {
    throw new S3Error('SlowDown');
  }
  const run = new HealSequence(engine, {
    ...{ bucket, prefix, settings },
    clientAddress: request.address,
  });
  known.set(path, run);
  return startedReply(run);
}

type Span = Pick<HealPlace, 'bucket' | 'prefix'>;

function overlap(a: Span, b: Span): boolean {
  if (a.bucket === '' || b.bucket === '') {
    return true;
  }
  return a.bucket === b.bucket && (a.prefix.startsWith(b.prefix) || b.prefix.startsWith(a.prefix));
}

function settingsOf({
  recursive,
  dryRun,
  scanMode,
}: Readonly<Record<string, unknown>>): HealSettings {
  return {
    recursive: recursive === true,
    dryRun: dryRun === true,
    scanMode: typeof scanMode === 'number' ? scanMode : 0,
  };
}

function startedReply({ token, startedAt, start }: HealSequence): Reply {
  return jsonReply({
    clientToken: token,
    clientAddress: start.clientAddress,
    startTime: startedAt.toISOString(),
  });
}

/** MinIO's BgHealState: which drives are being filled, and their progress. */
export const getHealStatus: Operation = {
  name: 'BackgroundHealStatus',
  action: 'admin:Heal',
  run: async ({ store }) => {
    const { engine } = store;
    const drives = await drivesOf(engine);
    const { filling, redundancy } = engine.health();
    const total = totalUsage(engine.usage());
    const { scrub } = redundancy;
    return jsonReply({
      offline_nodes: null,
      ScannedItemsCount: filling?.checked ?? 0,
      HealDisks: drives.filter(({ health }) => health.state === 'filling').map(({ path }) => path),
      sets: [
        {
          ...{ id: '', pool_index: 0, set_index: 0, heal_status: 'Active' },
          heal_priority: scrub.running ? 'high' : 'normal',
          total_objects: total.versions,
          disks: drives.map((drive) => ({
            ...driveInfo(drive),
            ...(filling?.slot === drive.health.slot ? { heal_info: fillInfo(filling, drive) } : {}),
          })),
        },
      ],
      mrf: { [store.endpoint()]: { bytes_healed: 0, items_healed: redundancy.repaired } },
      // A capability beyond MinIO's: drives can be replaced at run time.
      stowage: { replace: true },
      sc_parity: { STANDARD: parity(drives.length), REDUCED_REDUNDANCY: parity(drives.length) },
    });
  },
};

/** MinIO's HealingDisk. */
function fillInfo(filling: FillProgress, { path, uuid }: { path: string; uuid: string }): object {
  return {
    ...{ id: uuid, heal_id: '', pool_index: 0, set_index: 0, disk_index: filling.slot },
    ...{ endpoint: path, path },
    started: new Date(filling.startedAt).toISOString(),
    last_update: new Date().toISOString(),
    items_healed: filling.repaired,
    items_failed: filling.failed,
    items_skipped: filling.checked - filling.repaired - filling.failed,
  };
}

/** An addition to MinIO's API: replaces a missing drive with an empty directory. */
export const replaceDrive: Operation = {
  name: 'ReplaceDrive',
  action: 'admin:Heal',
  run: async (request) => {
    try {
      await request.store.engine.replaceDrive(parameter(request, 'drive'));
    } catch (error) {
      if (error instanceof DriveChangeError) {
        throw new S3Error('XMinioAdminInvalidArgument', error.message);
      }
      throw error;
    }
    return emptyReply();
  },
};
