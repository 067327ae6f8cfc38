import { setTimeout as pause } from 'node:timers/promises';
import {
  getHealing,
  type HealMessage,
  healBucket,
  replaceDrive,
} from '@stowage/contract/tools/heal';
import type {
  AdminClient,
  HealOperations,
  HealPlace,
  ServerInfo,
} from '@stowage/storage-client/admin';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import type { StreamModule } from '../../plugins/contract-streams.ts';
import { checkBucket } from '../../storage-names.ts';
import { hasCode } from '../../upstream/has-code.ts';
import type { StorageAccess } from '../../upstream/storage.ts';
import { HealFold } from './heal-fold.ts';
import { withServersAway } from './healed-drives.ts';

/** The first results arrive soon; after that the storage server is polled once per second. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1000;
/** The time the storage server has to stop a run that is no longer watched. */
const STOP_WITHIN_MS = 10_000;

/** Heals a bucket while a client watches. */
export function healStreams(storage: StorageAccess): StreamModule {
  return ({ stream }) => {
    stream(healBucket, async ({ session, params, query, signal }) => {
      const { admin } = storage.clientsOf(session);
      const place = { bucket: checkBucket(params.bucket), prefix: query.prefix ?? '' };
      if (query['force-stop'] === 'true') {
        await admin.stopHeal({ ...place, signal });
        return none();
      }
      const options = {
        recursive: query.recursive === 'true',
        deep: query.scan === 'deep',
        dryRun: query['dry-run'] === 'true',
      };
      const force = query['force-start'] === 'true';
      const token = await admin.startHeal({ ...place, options, force, signal });
      return follow(admin, { ...place, token }, signal);
    });
  };
}

/** Empty for a user who may heal but not list the servers. */
async function serversOf(
  admin: Pick<AdminClient, 'serverInfo'>,
  signal: AbortSignal,
): Promise<ServerInfo['servers']> {
  try {
    return (await admin.serverInfo({ signal })).servers;
  } catch (error) {
    if (hasCode(error, 'AccessDenied')) return [];
    throw error;
  }
}

async function* none(): AsyncGenerator<HealMessage> {}

/**
 * Yields the results of a run until it is over. If the client stops watching, the run is stopped.
 */
async function* follow(
  admin: HealOperations,
  run: HealPlace & { readonly token: string },
  signal: AbortSignal,
): AsyncGenerator<HealMessage> {
  const fold = new HealFold(Date.now());
  let isOver = false;
  try {
    for (let rest = FIRST_PAUSE_MS; !isOver; rest = Math.min(rest * 2, LONGEST_PAUSE_MS)) {
      const { summary, detail, items } = await admin.healStatus({ ...run, signal });
      isOver = summary === 'finished' || summary === 'stopped';
      const failure = summary === 'stopped' ? { failure: detail } : {};
      yield* fold.add(items, { finished: isOver, ...failure }, Date.now());
      if (!isOver) await pause(rest, undefined, { signal });
    }
  } finally {
    if (!isOver) await stop(admin, run);
  }
}

async function stop(admin: HealOperations, { bucket, prefix }: HealPlace): Promise<void> {
  try {
    await admin.stopHeal({ bucket, prefix, signal: AbortSignal.timeout(STOP_WITHIN_MS) });
  } catch {
    // The server or the permission is gone: since nobody fetches the results, the run pauses
    // anyway.
  }
}

/** The state of the drives and of background healing. */
export function healRoutes(storage: StorageAccess): RouteModule {
  return ({ serve }) => {
    serve(getHealing, async ({ session, signal }) => {
      const { admin } = storage.clientsOf(session);
      const [healing, servers] = await Promise.all([
        admin.backgroundHeal({ signal }),
        serversOf(admin, signal),
      ]);
      const { scannedItems, canReplace } = healing;
      const { drives, offlineServers } = withServersAway(healing, servers);
      return {
        offlineServers: [...offlineServers],
        scannedItems,
        canReplace,
        drives: drives.map((drive) => {
          const { endpoint, path, state, healing, reason, totalSpace, usedSpace, progress } = drive;
          const about = { endpoint, path, state, healing, reason, totalSpace, usedSpace };
          const place = { pool: drive.poolIndex, set: drive.setIndex };
          return { ...about, ...place, ...(progress ? { progress } : {}) };
        }),
      };
    });
    serve(replaceDrive, async ({ session, body, signal }) => {
      await storage.clientsOf(session).admin.replaceDrive({ drive: body.drive, signal });
    });
  };
}
