import type { AdminTransport } from './admin-transport.ts';
import type { JsonObject } from './json.ts';
import type {
  BucketUsage,
  DriveInfo,
  NotificationTarget,
  ServerInfo,
  ServerOperations,
  ServerProperties,
} from './types.ts';

export function serverOperations(transport: AdminTransport): ServerOperations {
  return {
    async serverInfo(call = {}) {
      return readServerInfo(await transport.readJson({ method: 'GET', path: 'info', ...call }));
    },

    async dataUsageInfo(call = {}) {
      const json = await transport.readJson({ method: 'GET', path: 'datausageinfo', ...call });
      return {
        lastUpdate: json.time('lastUpdate'),
        ...readCounts(json),
        size: json.number('objectsTotalSize'),
        buckets: json.number('bucketsCount'),
        perBucket: Object.fromEntries(
          json
            .object('bucketsUsageInfo')
            .entries()
            .map(([name, usage]) => [name, readBucketUsage(usage)]),
        ),
      };
    },

    async serviceRestart(call = {}) {
      await transport.run({
        method: 'POST',
        path: 'service',
        query: { action: 'restart', 'dry-run': 'false', type: '2' },
        ...call,
      });
    },
  };
}

function readBucketUsage(usage: JsonObject): BucketUsage {
  return {
    size: usage.number('size'),
    ...readCounts(usage),
    sizes: readHistogram(usage.object('objectsSizesHistogram')),
    versionClasses: readHistogram(usage.object('objectsVersionsHistogram')),
  };
}

function readHistogram(json: JsonObject): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.keys(json.all()).map((name) => [name, json.number(name)]));
}

function readCounts(json: JsonObject): {
  objects: number;
  versions: number;
  deleteMarkers: number;
} {
  return {
    objects: json.number('objectsCount'),
    versions: json.number('versionsCount'),
    deleteMarkers: json.number('deleteMarkersCount'),
  };
}

function readServerInfo(json: JsonObject): ServerInfo {
  const backend = json.object('backend');
  return {
    mode: json.text('mode'),
    region: json.text('region'),
    deploymentId: json.text('deploymentID'),
    domains: json.texts('domain'),
    sqsArns: json.texts('sqsARN'),
    buckets: json.object('buckets').number('count'),
    objects: json.object('objects').number('count'),
    versions: json.object('versions').number('count'),
    deleteMarkers: json.object('deletemarkers').number('count'),
    usage: json.object('usage').number('size'),
    backend: {
      type: backend.text('backendType'),
      onlineDrives: backend.number('onlineDisks'),
      offlineDrives: backend.number('offlineDisks'),
      standardParity: backend.number('standardSCParity'),
      reducedParity: backend.number('rrSCParity'),
      totalSets: backend.numbers('totalSets'),
      drivesPerSet: backend.numbers('totalDrivesPerSet'),
    },
    servers: json.objects('servers').map(readServer),
    notificationTargets: readNotificationTargets(json.object('services')),
  };
}

/** One object per service, with a list of objects, each with targets by id. */
function readNotificationTargets(services: JsonObject): NotificationTarget[] {
  return services.objects('notifications').flatMap((kinds) =>
    Object.keys(kinds.all()).flatMap((service) =>
      kinds
        .objects(service)
        .flatMap((targets) => targets.entries())
        .map(([id, target]) => ({ service, id, online: target.text('status') === 'online' })),
    ),
  );
}

function readServer(json: JsonObject): ServerProperties {
  return {
    state: json.text('state'),
    endpoint: json.text('endpoint'),
    version: json.text('version'),
    commitId: json.text('commitID'),
    uptime: json.number('uptime'),
    poolNumber: json.number('poolNumber'),
    network: json.textRecord('network'),
    drives: json.objects('drives').map(readDrive),
  };
}

/** Reads a drive in the form common to server info and healing status. */
export function readDrive(json: JsonObject): DriveInfo {
  return {
    endpoint: json.text('endpoint'),
    path: json.text('path'),
    state: json.text('state'),
    uuid: json.text('uuid'),
    model: json.text('model'),
    rootDisk: json.flag('rootDisk'),
    healing: json.flag('healing'),
    totalSpace: json.number('totalspace'),
    usedSpace: json.number('usedspace'),
    availableSpace: json.number('availspace'),
    poolIndex: json.number('pool_index'),
    setIndex: json.number('set_index'),
    diskIndex: json.number('disk_index'),
  };
}
