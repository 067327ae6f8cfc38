import type { ObjectReplication } from '../engine/object-replication.ts';
import { REPLICA } from './replica-headers.ts';

/** Returns the value of x-amz-replication-status; undefined for a version without replication. */
export function replicationStatus(replication: ObjectReplication | undefined): string | undefined {
  const states = Object.values(replication?.targets ?? {}).map(({ status }) => status);
  if (states.includes('FAILED')) {
    return 'FAILED';
  }
  if (states.includes('PENDING')) {
    return 'PENDING';
  }
  if (replication?.replica) {
    return REPLICA;
  }
  return states.length > 0 ? 'COMPLETED' : undefined;
}
