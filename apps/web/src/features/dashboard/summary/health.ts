import type { ServerDrive, StorageServerInfo } from '@stowage/contract/dashboard/admin-info';

export type Tone = 'good' | 'warning' | 'bad' | 'neutral';

/** Returns the health of a group by how many of it are well: all, more than half, or fewer. */
export function healthTone(ok: number, total: number): Exclude<Tone, 'neutral'> {
  if (ok === total) return 'good';
  return ok <= total / 2 ? 'bad' : 'warning';
}

export function serverTone({ state }: Pick<StorageServerInfo, 'state'>): Tone {
  if (state === 'online') return 'good';
  return state === 'offline' ? 'bad' : 'neutral';
}

export function driveTone({ state }: Pick<ServerDrive, 'state'>): Tone {
  if (state === 'ok') return 'good';
  return state === 'offline' ? 'bad' : 'neutral';
}

/** Returns the offline servers first, because only a few are shown at a time. */
export function serversByHealth(
  servers: readonly StorageServerInfo[],
): readonly StorageServerInfo[] {
  return servers.toSorted(
    (one, other) => Number(one.state === 'online') - Number(other.state === 'online'),
  );
}

/** A drive and its server. */
export interface PlacedDrive extends ServerDrive {
  readonly server: string;
}

/** Returns the drives of all servers, those that need attention first. */
export function drivesOf(servers: readonly StorageServerInfo[]): readonly PlacedDrive[] {
  const drives = servers.flatMap(({ endpoint, drives: own }) =>
    own.map((drive) => ({ ...drive, server: endpoint })),
  );
  return drives.sort((one, other) => Number(one.state === 'ok') - Number(other.state === 'ok'));
}
