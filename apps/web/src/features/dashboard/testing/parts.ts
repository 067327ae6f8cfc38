import type {
  AdminInfo,
  ServerDrive,
  StorageServerInfo,
} from '@stowage/contract/dashboard/admin-info';

/** A drive of the storage that is a quarter full. */
export function aDrive(parts: Partial<ServerDrive> = {}): ServerDrive {
  const GiB = 1024 ** 3;
  return {
    ...{ uuid: 'd1', state: 'ok', endpoint: '/mnt/d1', drivePath: '/mnt/d1', rootDisk: false },
    ...{ healing: false, model: '', totalSpace: 8 * GiB, usedSpace: 2 * GiB },
    availableSpace: 6 * GiB,
    ...parts,
  };
}

/** A server that is up, with one drive and itself as its only peer. */
export function aServer(parts: Partial<StorageServerInfo> = {}): StorageServerInfo {
  return {
    ...{ state: 'online', endpoint: 'n1:9000', uptime: 93_600, version: '2025-09-07' },
    ...{ commitID: 'abc', poolNumber: 1, network: { 'n1:9000': 'online' } },
    drives: [aDrive()],
    ...parts,
  };
}

/** Storage information; without widgets, as on a server without metrics. */
export function anInfo(parts: Partial<AdminInfo> = {}): AdminInfo {
  return { buckets: 12, objects: 4321, usage: 5 * 1024 ** 3, servers: [aServer()], ...parts };
}
