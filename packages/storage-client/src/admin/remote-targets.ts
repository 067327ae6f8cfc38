import type { AdminTransport } from './admin-transport.ts';
import type { JsonObject } from './json.ts';
import type {
  RemoteTarget,
  RemoteTargetChange,
  RemoteTargetOperations,
} from './types-remote-targets.ts';

const SET = 'set-remote-target';
/** Go's durations are in nanoseconds. */
const NANOSECONDS = 1e9;
const SERVICE = { path: '', api: 's3v4', type: 'replication' };

export function remoteTargetOperations(transport: AdminTransport): RemoteTargetOperations {
  return {
    async listRemoteTargets({ bucket, signal }) {
      const query = { bucket, type: 'replication' };
      const path = 'list-remote-targets';
      return (await transport.readJsonList({ method: 'GET', path, query, signal })).map(readTarget);
    },

    addRemoteTarget({ bucket, target, signal }) {
      const { targetBucket, endpoint, secure, accessKey, secretKey, region } = target;
      const body = JSON.stringify({
        ...SERVICE,
        sourcebucket: bucket,
        targetbucket: targetBucket,
        endpoint,
        secure,
        credentials: { accessKey, secretKey },
        region,
        ...options(target),
      });
      const query = { bucket };
      return transport.readText({ method: 'PUT', path: SET, query, body, encrypt: true, signal });
    },

    async updateRemoteTarget({ target, change, signal }) {
      const { arn, sourceBucket, targetBucket, endpoint, secure, accessKey } = target;
      const body = JSON.stringify({
        ...SERVICE,
        arn,
        sourcebucket: sourceBucket,
        targetbucket: targetBucket,
        endpoint,
        secure,
        // Without a new secret, the old one is kept.
        credentials: change.credentials ?? { accessKey },
        ...options(change),
      });
      const query = { bucket: sourceBucket, update: 'true', ...operations(change) };
      await transport.run({ method: 'PUT', path: SET, query, body, encrypt: true, signal });
    },

    async removeRemoteTarget({ bucket, arn, signal }) {
      const path = 'remove-remote-target';
      await transport.run({ method: 'DELETE', path, query: { bucket, arn }, signal });
    },
  };
}

function options({ sync, bandwidth, healthCheckSeconds }: RemoteTargetChange): object {
  return {
    replicationSync: sync,
    bandwidthlimit: bandwidth,
    healthCheckDuration:
      healthCheckSeconds === undefined ? undefined : healthCheckSeconds * NANOSECONDS,
  };
}

/** The server only changes what the query names. */
function operations(change: RemoteTargetChange): Record<string, string> {
  const parts = {
    creds: change.credentials,
    sync: change.sync,
    bandwidth: change.bandwidth,
    healthcheck: change.healthCheckSeconds,
  };
  const named = Object.entries(parts).filter(([, value]) => value !== undefined);
  return Object.fromEntries(named.map(([name]) => [name, 'true']));
}

function readTarget(json: JsonObject): RemoteTarget {
  return {
    arn: json.text('arn'),
    sourceBucket: json.text('sourcebucket'),
    targetBucket: json.text('targetbucket'),
    endpoint: json.text('endpoint'),
    secure: json.flag('secure'),
    accessKey: json.object('credentials').text('accessKey'),
    region: json.text('region'),
    sync: json.flag('replicationSync'),
    bandwidth: json.number('bandwidthlimit'),
    healthCheckSeconds: json.number('healthCheckDuration') / NANOSECONDS,
    online: readOnline(json),
    lastOnline: json.time('lastOnline'),
  };
}

/** A target that was never checked looks like one that is offline. */
function readOnline(json: JsonObject): boolean | undefined {
  const looked = json.time('lastOnline') !== undefined || json.number('totalDowntime') > 0;
  return json.flag('isOnline') || (looked ? false : undefined);
}
