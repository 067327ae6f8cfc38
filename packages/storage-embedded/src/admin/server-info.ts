import { availableParallelism } from 'node:os';
import type { ApiRequest } from '../api-request.ts';
import type { DriveHealth, StoreHealth } from '../engine/store-health.ts';
import type { DriveState, Engine } from '../engine/types.ts';
import { jsonReply } from '../http/reply.ts';
import type { TargetState } from '../notifications/notifications.ts';
import { targetArn } from '../notifications/target-id.ts';
import type { Operation } from '../s3/operation.ts';
import { VERSION } from '../version.ts';
import { type TotalUsage, totalUsage } from './usage.ts';

/** Maximum number of unrepaired copies listed individually. */
const MAX_UNREPAIRED = 100;

export const getServerInfo: Operation = {
  name: 'ServerInfo',
  action: 'admin:ServerInfo',
  run: async (request) => jsonReply(await infoMessage(request)),
};

/** MinIO's InfoMessage: the server, its drives, and their contents. */
export async function infoMessage(request: ApiRequest): Promise<object> {
  const { store } = request;
  const region = store.region || store.config.running.region;
  const drives = await drivesOf(store.engine);
  const health = store.engine.health();
  const total = totalUsage(store.engine.usage());
  const targets = await store.notifications.states();
  const online = drives.filter(({ state }) => state === 'ok').length;
  return {
    mode: 'online',
    ...(region === '' ? {} : { region }),
    ...(targets.length === 0 ? {} : { sqsARN: targets.map(({ id }) => targetArn(region, id)) }),
    deploymentID: store.deploymentId,
    buckets: { count: store.engine.listBuckets().length },
    objects: { count: total.objects },
    versions: { count: total.versions },
    deletemarkers: { count: total.deleteMarkers },
    usage: { size: total.size },
    services: {
      kms: {},
      ...(store.keyFile.configured
        ? { kmsStatus: [{ status: 'online', endpoint: store.endpoint() }] }
        : {}),
      ldap: {},
      ...(targets.length === 0 ? {} : { notifications: notificationStates(targets) }),
    },
    backend: {
      backendType: 'Erasure',
      onlineDisks: online,
      offlineDisks: drives.length - online,
      standardSCParity: parity(drives.length),
      rrSCParity: parity(drives.length),
      totalSets: [1],
      totalDrivesPerSet: [drives.length],
    },
    servers: [serverInfo(request, drives)],
    pools: { 0: { 0: poolInfo(drives, total) } },
    stowage: degradedState(health),
  };
}

export type InfoDrive = DriveState & { readonly health: DriveHealth };

/** Drive states in which some data has fewer copies than it should. */
const UNSOUND: ReadonlySet<DriveHealth['state']> = new Set(['away', 'filling', 'degraded']);

/** Whether missing copies on the drive are being restored. */
export function isHealing({ health: { state } }: InfoDrive): boolean {
  return state === 'filling' || state === 'degraded';
}

/** Returns the drives that belong to the store, without those that were removed. */
export async function drivesOf(engine: Engine): Promise<readonly InfoDrive[]> {
  const drives = await engine.drives();
  return engine.health().drives.flatMap((health) => {
    const drive = drives[health.slot];
    return drive && health.state !== 'vacant' ? [{ ...drive, health }] : [];
  });
}

/** An addition to MinIO's reply: what is degraded, and why. */
function degradedState({ redundancy, ...health }: StoreHealth): object {
  const { unrepaired, away, repaired, scrub } = redundancy;
  const isDegraded =
    !health.complete ||
    health.writesRefused !== undefined ||
    unrepaired.length > 0 ||
    away > 0 ||
    health.draining.some(({ problem }) => problem !== undefined) ||
    health.drives.some(({ state }) => UNSOUND.has(state));
  return {
    degraded: isDegraded,
    complete: health.complete,
    ...(health.writesRefused === undefined ? {} : { writesRefused: health.writesRefused }),
    drives: health.drives.map(({ uuid: _, ...drive }) => drive),
    ...(health.draining.length === 0 ? {} : { draining: health.draining }),
    refused: health.refused,
    unreadableSegments: health.unreadableSegments.length,
    copies: {
      away,
      unrepaired: unrepaired.length,
      lost: unrepaired.filter(({ problem }) => problem === 'lost').length,
      repaired,
      list: unrepaired.slice(0, MAX_UNREPAIRED),
    },
    scrub: {
      ...scrub,
      ...(scrub.running ? { running: timed(scrub.running) } : {}),
      ...(scrub.last ? { last: timed(scrub.last) } : {}),
    },
  };
}

/** Formats times as other replies do. */
function timed<T extends { readonly startedAt: number; readonly endedAt?: number }>(
  pass: T,
): object {
  const { startedAt, endedAt } = pass;
  return {
    ...pass,
    startedAt: new Date(startedAt).toISOString(),
    ...(endedAt === undefined ? {} : { endedAt: new Date(endedAt).toISOString() }),
  };
}

/** MinIO's form: a list of kinds, each with a list of its targets. */
function notificationStates(targets: readonly TargetState[]): object[] {
  const byKind = Map.groupBy(targets, ({ kind }) => kind);
  return [...byKind].map(([kind, members]) => ({
    [kind]: members.map(({ name, online }) => ({
      [name]: { status: online ? 'online' : 'offline' },
    })),
  }));
}

/** MinIO's StorageInfo. */
export const getStorageInfo: Operation = {
  name: 'StorageInfo',
  action: 'admin:StorageInfo',
  run: async (request) => {
    const drives = await drivesOf(request.store.engine);
    return jsonReply({ Disks: drives.map(driveInfo), Backend: backendInfo(drives.length) });
  },
};

/** MinIO's BackendInfo for the given number of drives. */
export function backendInfo(drives: number): object {
  const copies = parity(drives);
  return {
    Type: 2,
    GatewayOnline: false,
    OnlineDisks: null,
    OfflineDisks: null,
    StandardSCData: [drives - copies],
    StandardSCParities: [copies],
    RRSCData: [drives - copies],
    RRSCParities: [copies],
    TotalSets: [1],
    DrivesPerSet: [drives],
    StandardSCParity: copies,
    RRSCParity: copies,
  };
}

/** Two copies of everything: one drive can fail. */
export function parity(drives: number): number {
  return drives > 1 ? 1 : 0;
}

function serverInfo({ store }: ApiRequest, drives: readonly InfoDrive[]): object {
  const { heapUsed, rss } = process.memoryUsage();
  const endpoint = store.endpoint();
  return {
    state: 'online',
    endpoint,
    uptime: Math.floor((Date.now() - store.startedAt) / 1000),
    version: VERSION,
    commitID: '',
    network: { [endpoint]: 'online' },
    drives: drives.map(driveInfo),
    poolNumber: 1,
    poolNumbers: [1],
    mem_stats: { Alloc: rss, TotalAlloc: rss, Mallocs: 0, Frees: 0, HeapAlloc: heapUsed },
    go_max_procs: availableParallelism(),
    num_cpu: availableParallelism(),
    runtime_version: `node ${process.versions.node}`,
    edition: 'Stowage',
  };
}

/** MinIO's Disk. */
export function driveInfo(drive: InfoDrive): object {
  const { slot, reason } = drive.health;
  return {
    endpoint: drive.path,
    path: drive.path,
    state: drive.state,
    uuid: drive.uuid,
    totalspace: drive.totalSpace,
    usedspace: drive.usedSpace,
    availspace: drive.availableSpace,
    used_inodes: drive.usedInodes,
    free_inodes: drive.freeInodes,
    utilization: drive.totalSpace > 0 ? drive.usedSpace / drive.totalSpace : 0,
    metrics: {},
    local: true,
    pool_index: 0,
    set_index: 0,
    disk_index: slot,
    // Reported as a drive that MinIO is filling: it works but may lack copies.
    ...(isHealing(drive) ? { healing: true } : {}),
    ...(reason === undefined ? {} : { reason }),
  };
}

function poolInfo(drives: readonly InfoDrive[], total: TotalUsage): object {
  return {
    id: 0,
    rawUsage: drives.reduce((sum, { usedSpace }) => sum + usedSpace, 0),
    rawCapacity: drives.reduce((sum, { totalSpace }) => sum + totalSpace, 0),
    usage: total.size,
    objectsCount: total.objects,
    versionsCount: total.versions,
    deleteMarkersCount: total.deleteMarkers,
    healDisks: drives.filter(isHealing).length,
  };
}
