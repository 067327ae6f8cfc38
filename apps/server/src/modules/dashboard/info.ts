import {
  type AdminInfo,
  getAdminInfo,
  type StorageServerInfo,
} from '@stowage/contract/dashboard/admin-info';
import { getMetricsSource, getWidget } from '@stowage/contract/dashboard/widgets';
import { WIDGETS } from '@stowage/metrics/widgets';
import type { ServerInfo, ServerProperties } from '@stowage/storage-client/admin';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import type { DashboardParts } from './parts.ts';
import { presentWidget, readWidget } from './widget-values.ts';

/** The storage totals, the widgets, and the source of their values. */
export function infoRoutes({ metrics, gate, now }: DashboardParts): RouteModule {
  return ({ serve }) => {
    serve(getAdminInfo, async ({ session, query, signal }) => {
      const info = await gate.read(session, signal);
      metrics.lend(session);
      const hasWidgets = query.defaultOnly !== 'true' && metrics.isAvailable();
      return { ...presentInfo(info), ...(hasWidgets && { widgets: WIDGETS.map(presentWidget) }) };
    });

    serve(getWidget, async ({ session, params, query, signal }) => {
      await gate.check(session);
      metrics.lend(session);
      const asked = { ...query, since: await metrics.begin(), now: now() / 1000 };
      return readWidget(metrics, { id: params.id, ...asked }, signal);
    });

    serve(getMetricsSource, async ({ session, signal }) => {
      await gate.check(session);
      metrics.lend(session);
      const { lastSampleAt, since, resolutions, ...status } = await metrics.status(signal);
      return {
        ...status,
        ...(lastSampleAt !== undefined && { lastSampleAt: new Date(lastSampleAt).toISOString() }),
        ...(since !== undefined && { since: new Date(since).toISOString() }),
        resolutions: [...resolutions],
      };
    });
  };
}

function presentInfo(info: ServerInfo): AdminInfo {
  return {
    buckets: info.buckets,
    objects: info.objects,
    usage: info.usage,
    servers: info.servers.map(presentServer),
  };
}

function presentServer({
  commitId,
  network,
  drives,
  ...server
}: ServerProperties): StorageServerInfo {
  const { state, endpoint, uptime, version, poolNumber } = server;
  return {
    ...{ state, endpoint, uptime, version, poolNumber, commitID: commitId },
    network: { ...network },
    drives: drives.map((drive) => ({
      uuid: drive.uuid,
      state: drive.state,
      endpoint: drive.endpoint,
      drivePath: drive.path,
      rootDisk: drive.rootDisk,
      healing: drive.healing,
      model: drive.model,
      totalSpace: drive.totalSpace,
      usedSpace: drive.usedSpace,
      availableSpace: drive.availableSpace,
    })),
  };
}
