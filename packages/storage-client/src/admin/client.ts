import type { StorageClientOptions } from '../transport.ts';
import { accountOperations } from './account.ts';
import { AdminTransport } from './admin-transport.ts';
import { kmsOperations } from './kms.ts';
import { policyOperations } from './policies.ts';
import { quotaOperations } from './quota.ts';
import { serverOperations } from './server.ts';
import type { AdminClient } from './types.ts';
import { userOperations } from './users.ts';

export type { StorageClientOptions } from '../transport.ts';
export type * from './types.ts';

/**
 * A client of MinIO's Admin API. Making one is cheap: it holds no connection of its own.
 *
 * @throws TypeError when the endpoint is no http(s) origin
 */
export function createAdminClient(options: StorageClientOptions): AdminClient {
  const transport = new AdminTransport(options);
  return {
    ...accountOperations(transport),
    ...serverOperations(transport),
    ...quotaOperations(transport),
    ...userOperations(transport),
    ...policyOperations(transport),
    ...kmsOperations(transport),
  };
}
