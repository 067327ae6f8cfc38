import type { Finding } from '@stowage/contract/dashboard/attention';
import type { ServerInfo } from '@stowage/storage-client/admin';

/** Shares of a drive from which on it is nearly full, and too full. */
const [NEARLY_FULL, TOO_FULL] = [0.8, 0.9];

/** Servers that do not answer. */
export function serverFindings({ servers }: ServerInfo): readonly Finding[] {
  return servers
    .filter(({ state }) => state !== 'online')
    .map(({ endpoint, state }) => ({
      kind: 'serverOffline',
      severity: state === 'offline' ? 'critical' : 'warning',
      server: endpoint,
      state,
    }));
}

/** Drives that do not work, and those that are being filled. */
export function driveFindings({ servers }: ServerInfo): readonly Finding[] {
  return servers.flatMap(({ endpoint: server, drives }) =>
    drives.flatMap(({ path, endpoint, state, healing }): Finding[] => {
      // Of a server that is away MinIO has the addresses of its drives only.
      const drive = path || endpoint;
      if (state !== 'ok')
        return [{ kind: 'driveOffline', severity: 'critical', server, drive, state }];
      return healing ? [{ kind: 'driveHealing', severity: 'warning', server, drive }] : [];
    }),
  );
}

/** Drives without much room. */
export function spaceFindings({ servers }: ServerInfo): readonly Finding[] {
  return servers.flatMap(({ endpoint: server, drives }) =>
    drives
      .filter(
        ({ usedSpace, totalSpace }) => totalSpace > 0 && usedSpace / totalSpace >= NEARLY_FULL,
      )
      .map(
        ({ path: drive, usedSpace: used, totalSpace: total }): Finding => ({
          kind: 'driveFull',
          severity: used / total >= TOO_FULL ? 'critical' : 'warning',
          ...{ server, drive, used, total },
        }),
      ),
  );
}

/** Targets of events that cannot be reached; their events wait. */
export function targetFindings({ notificationTargets }: ServerInfo): readonly Finding[] {
  return notificationTargets
    .filter(({ online }) => !online)
    .map(({ service, id }) => ({
      kind: 'notificationTargetOffline',
      severity: 'warning',
      service,
      id,
    }));
}
