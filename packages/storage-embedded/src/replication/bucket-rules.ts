import { parseXml } from '@stowage/storage-wire/xml';
import type { StoredBucket } from '../engine/types.ts';
import { parseReplication } from './parse.ts';
import type { ReplicationConfig } from './rules.ts';

/** Name of the settings document with a bucket's replication, as XML. */
export const REPLICATION_SETTING = 'replication';

/** Safe as a cache, because each change of a bucket creates a new object. */
const parsed = new WeakMap<StoredBucket, ReplicationConfig>();

/** Returns the rules of a bucket, parsed once; undefined if it has none. */
export function replicationOf(bucket: StoredBucket): ReplicationConfig | undefined {
  const text = bucket.settings[REPLICATION_SETTING];
  if (text === undefined) {
    return undefined;
  }
  const config = parsed.get(bucket) ?? parseReplication(parseXml(text));
  parsed.set(bucket, config);
  return config;
}
