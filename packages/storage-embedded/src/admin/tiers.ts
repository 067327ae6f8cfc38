import { jsonReply } from '../http/reply.ts';
import type { Operation } from '../s3/operation.ts';

/** MinIO's list of storage tiers: objects have nowhere else to go here. */
export const listTiers: Operation = {
  name: 'ListTier',
  action: 'admin:ListTier',
  run: () => jsonReply([]),
};
