import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import { hostIdOf } from '../http/host-id.ts';
import { emptyReply, jsonReply } from '../http/reply.ts';
import { RemoteError } from '../replication/remote-connection.ts';
import type { Operation } from '../s3/operation.ts';
import { checkTier } from '../tiers/check-tier.ts';
import { tierServer } from '../tiers/open-tier.ts';
import { type Tier, tierJson } from '../tiers/tier.ts';
import { readSealedJson } from './payloads.ts';
import { readCredentials, readTier } from './tier-fields.ts';
import { totalUsage } from './usage.ts';

const MAX_TIERS = 100;
const HOURS = 24;
const NONE = { totalSize: 0, numVersions: 0, numObjects: 0 };
const MAX_NAMED = 5;

export const listTiers: Operation = {
  name: 'ListTier',
  action: 'admin:ListTier',
  run: ({ store }) => jsonReply(store.tiering.tiers.all().map(tierJson)),
};

export const addTier: Operation = {
  name: 'AddTier',
  action: 'admin:SetTier',
  run: async (request) => {
    const tier = readTier(await readSealedJson(request));
    const { tiers, pool } = request.store.tiering;
    await tiers.change(async () => {
      if (tiers.get(tier.name) !== undefined) {
        throw new S3Error('XMinioAdminTierAlreadyExists');
      }
      if (tiers.all().length >= MAX_TIERS) {
        throw new S3Error('XMinioAdminTierInvalidConfig', 'There are too many tiers.');
      }
      await tried(request, tier, request.query.get('force') !== 'true');
      await tiers.put(tier);
    });
    pool.forget(tier.name);
    return emptyReply(204);
  },
};

export const editTier: Operation = {
  name: 'EditTier',
  action: 'admin:SetTier',
  run: async (request) => {
    const json = await readSealedJson(request);
    const { tiers, pool } = request.store.tiering;
    await tiers.change(async () => {
      const former = existing(request);
      const tier = { ...former, ...readCredentials(json, former) };
      await tried(request, tier, false);
      await tiers.put(tier);
    });
    pool.forget(nameOf(request));
    void request.store.tiering.pass();
    return emptyReply(204);
  },
};

/** Without force, only a tier that is empty and not used in any rule can be removed. */
export const removeTier: Operation = {
  name: 'RemoveTier',
  action: 'admin:SetTier',
  run: async (request) => {
    const { tiers, pool } = request.store.tiering;
    const isForced = request.query.get('force') === 'true';
    await tiers.change(async () => {
      const { name } = existing(request);
      if (!isForced) {
        needUnused(request, name);
      }
      await tiers.remove(name);
    });
    pool.forget(nameOf(request));
    return emptyReply(204);
  },
};

export const verifyTier: Operation = {
  name: 'VerifyTier',
  action: 'admin:ListTier',
  run: async (request) => {
    await tried(request, existing(request), false);
    return emptyReply(204);
  },
};

/** MinIO's TierInfo. The counters are always current; there is no history of the last day. */
export const getTierStats: Operation = {
  name: 'TierStats',
  action: 'admin:ListTier',
  run: ({ store }) => {
    const { tiering, engine } = store;
    const total = totalUsage(engine.usage());
    const here = {
      totalSize: total.size,
      numVersions: total.versions,
      numObjects: total.objects,
    };
    const held = tiering.usage();
    const infos = [
      ...new Set([...tiering.tiers.all().map(({ name }) => name), ...held.keys()]),
    ].map((name) => {
      const { size, versions, objects } = held.get(name) ?? { size: 0, versions: 0, objects: 0 };
      here.totalSize -= size;
      here.numVersions -= versions;
      here.numObjects -= objects;
      const stats = { totalSize: size, numVersions: versions, numObjects: objects };
      return infoOf(name, tiering.tiers.get(name)?.type ?? 'unsupported', stats);
    });
    return jsonReply([infoOf('STANDARD', 'internal', here), ...infos]);
  },
};

function infoOf(name: string, type: string, stats: typeof NONE): object {
  const bins = Array.from({ length: HOURS }, () => NONE);
  const daily = { Bins: bins, UpdatedAt: new Date().toISOString() };
  return { Name: name, Type: type, Stats: stats, DailyStats: daily };
}

/** Returns the name of the tier in the path; '' for none. */
function nameOf({ target: { path } }: ApiRequest): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function existing(request: ApiRequest): Tier {
  const tier = request.store.tiering.tiers.get(nameOf(request));
  if (tier === undefined) {
    throw new S3Error('XMinioAdminTierNotFound');
  }
  return tier;
}

/**
 * Tests a tier before it is used.
 *
 * @throws S3Error that says what is wrong with it
 */
async function tried({ store }: ApiRequest, tier: Tier, mustBeEmpty: boolean): Promise<void> {
  const server = tierServer(tier);
  try {
    await checkTier(server);
    if ((await server.hostId()) === hostIdOf(store.deploymentId)) {
      throw new S3Error('XMinioAdminTierInvalidConfig', 'The tier would be this very server.');
    }
    if (mustBeEmpty && (await server.isInUse())) {
      throw new S3Error('XMinioAdminTierBackendInUse');
    }
  } catch (error) {
    throw error instanceof RemoteError
      ? new S3Error(
          'XMinioBackendDown',
          `The server ${tier.endpoint} answered: ${error.code}: ${error.message}`,
        )
      : error;
  } finally {
    await server.close();
  }
}

/**
 * Refuses to remove a tier in use.
 *
 * @throws S3Error XMinioAdminTierBackendNotEmpty that says what uses the tier
 */
function needUnused({ store }: ApiRequest, name: string): void {
  const { tiering } = store;
  const buckets = tiering.bucketsUsing(name);
  if (buckets.length > 0) {
    const named = buckets.slice(0, MAX_NAMED).join(', ');
    const more = buckets.length > MAX_NAMED ? ` and ${buckets.length - MAX_NAMED} more` : '';
    throw new S3Error(
      'XMinioAdminTierBackendNotEmpty',
      `Lifecycle rules of these buckets use the tier: ${named}${more}.`,
    );
  }
  const versions = tiering.usage().get(name)?.versions ?? 0;
  if (versions > 0) {
    throw new S3Error(
      'XMinioAdminTierBackendNotEmpty',
      `The tier holds ${versions} object version${versions === 1 ? '' : 's'}.`,
    );
  }
  const { removals, againAt } = tiering.sweeper.waitingFor(name);
  if (removals > 0) {
    throw new S3Error(
      'XMinioAdminTierBackendNotEmpty',
      'Deleted objects are still being removed from the tier.',
    );
  }
  if (againAt !== undefined) {
    const time = new Date(againAt).toISOString();
    throw new S3Error(
      'XMinioAdminTierBackendNotEmpty',
      `The server was stopped while it wrote to the tier. What may be left there is looked for again at ${time}; then the tier can be removed.`,
    );
  }
}
