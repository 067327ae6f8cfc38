import type { ServerDrive, StorageServerInfo } from '@stowage/contract/dashboard/admin-info';

export type Tone = 'good' | 'warning' | 'bad' | 'neutral';

/** How well a group is when so many of it are: all of them, more than half, or not even that. */
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

/** Those that are away first: of many, only a few show at a time. */
export function serversByHealth(
  servers: readonly StorageServerInfo[],
): readonly StorageServerInfo[] {
  return servers.toSorted(
    (one, other) => Number(one.state === 'online') - Number(other.state === 'online'),
  );
}

/** A drive and the server that it belongs to. */
export interface PlacedDrive extends ServerDrive {
  readonly server: string;
}

/** The drives of all servers; those that need attention first. */
export function drivesOf(servers: readonly StorageServerInfo[]): readonly PlacedDrive[] {
  const drives = servers.flatMap(({ endpoint, drives: own }) =>
    own.map((drive) => ({ ...drive, server: endpoint })),
  );
  return drives.sort((one, other) => Number(one.state === 'ok') - Number(other.state === 'ok'));
}
