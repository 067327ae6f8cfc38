import type { AdminTransport } from './admin-transport.ts';
import type { JsonObject } from './json.ts';
import type { AccountBucket, AccountOperations } from './types.ts';

/** Names of the numeric values of `Server.Type`. */
const BACKENDS = ['Unknown', 'FS', 'Erasure', 'Gateway'];

export function accountOperations(transport: AdminTransport): AccountOperations {
  return {
    async accountInfo(call = {}) {
      const json = await transport.readJson({ method: 'GET', path: 'accountinfo', ...call });
      const type = json.object('Server').number('Type');
      return {
        accountName: json.text('AccountName'),
        backend: { type: BACKENDS[type] ?? 'Unknown' },
        policy: json.raw('Policy'),
        buckets: json.objects('Buckets').map(readBucket),
      };
    },
  };
}

function readBucket(json: JsonObject): AccountBucket {
  const access = json.object('access');
  const bucket = {
    name: json.text('name'),
    size: json.number('size'),
    objects: json.number('objects'),
    createdAt: json.time('created') ?? new Date(0).toISOString(),
    read: access.flag('read'),
    write: access.flag('write'),
  };
  return json.has('details') ? { ...bucket, details: readDetails(json.object('details')) } : bucket;
}

function readDetails(json: JsonObject): NonNullable<AccountBucket['details']> {
  const quota = json.object('quota');
  return {
    versioning: json.flag('versioning'),
    versioningSuspended: json.flag('versioningSuspended'),
    locking: json.flag('locking'),
    replication: json.flag('replication'),
    tags: readTags(json),
    // `quota` is the older name of `size`; current servers send both.
    quota: quota.number('size') || quota.number('quota') || undefined,
  };
}

/** Tags are a map, or a document that contains one. */
function readTags(details: JsonObject): Record<string, string> {
  const set = details.object('tags');
  return set.has('TagSet') ? set.textRecord('TagSet') : details.textRecord('tags');
}
