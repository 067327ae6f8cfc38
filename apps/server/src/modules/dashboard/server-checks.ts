import type { Finding } from '@stowage/contract/dashboard/attention';
import type { ServerInfo } from '@stowage/storage-client/admin';

/** Used shares above which a drive is nearly full, and too full. */
const [NEARLY_FULL, TOO_FULL] = [0.8, 0.9];

/** Finds servers that do not respond. */
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

/** Finds drives that have failed, and those being healed. */
export function driveFindings({ servers }: ServerInfo): readonly Finding[] {
  return servers.flatMap(({ endpoint: server, drives }) =>
    drives.flatMap(({ path, endpoint, state, healing }): Finding[] => {
      // For an unreachable server MinIO knows only the endpoints of its drives.
      const drive = path || endpoint;
      if (state !== 'ok')
        return [{ kind: 'driveOffline', severity: 'critical', server, drive, state }];
      return healing ? [{ kind: 'driveHealing', severity: 'warning', server, drive }] : [];
    }),
  );
}

/** Finds drives with little free space. */
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

/** Finds event targets that are unreachable; their events are queued. */
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
