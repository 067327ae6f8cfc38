import type { StorageClientOptions } from '../transport.ts';
import { accountOperations } from './account.ts';
import { AdminTransport } from './admin-transport.ts';
import { configOperations } from './config.ts';
import { diagnosticsOperations } from './diagnostics.ts';
import { groupOperations } from './groups.ts';
import { healOperations } from './heal.ts';
import { type IamTransferOperations, iamTransferOperations } from './iam-transfer.ts';
import { kmsOperations } from './kms.ts';
import { ldapOperations } from './ldap.ts';
import { liveOperations } from './live.ts';
import { type MetricOperations, metricOperations } from './metrics.ts';
import { policyOperations } from './policies.ts';
import { quotaOperations } from './quota.ts';
import { remoteTargetOperations } from './remote-targets.ts';
import { serverOperations } from './server.ts';
import { serviceAccountOperations } from './service-accounts.ts';
import { tierOperations } from './tiers.ts';
import type {
  AccountOperations,
  KmsOperations,
  PolicyOperations,
  QuotaOperations,
  ServerOperations,
  UserOperations,
} from './types.ts';
import type { ServiceAccountOperations } from './types-access-keys.ts';
import type { ConfigOperations } from './types-config.ts';
import type { DiagnosticsOperations } from './types-diagnostics.ts';
import type { GroupOperations } from './types-groups.ts';
import type { HealOperations } from './types-heal.ts';
import type { LdapOperations } from './types-ldap.ts';
import type { LiveOperations } from './types-live.ts';
import type { RemoteTargetOperations } from './types-remote-targets.ts';
import type { TierOperations } from './types-tiers.ts';
import { userOperations } from './users.ts';

export type { StorageClientOptions } from '../transport.ts';
export type { ImportedEntry } from './iam-transfer.ts';
export type * from './types.ts';
export type * from './types-access-keys.ts';
export type * from './types-config.ts';
export * from './types-diagnostics.ts';
export type * from './types-groups.ts';
export type * from './types-heal.ts';
export type * from './types-ldap.ts';
export * from './types-live.ts';
export type * from './types-remote-targets.ts';
export type * from './types-tiers.ts';

/**
 * MinIO's Admin API v3 and key service API. Calls fail with the errors of
 * `@stowage/storage-client/errors`.
 */
export type AdminClient = AccountOperations &
  ServerOperations &
  QuotaOperations &
  UserOperations &
  GroupOperations &
  LdapOperations &
  ServiceAccountOperations &
  IamTransferOperations &
  PolicyOperations &
  RemoteTargetOperations &
  TierOperations &
  HealOperations &
  DiagnosticsOperations &
  ConfigOperations &
  LiveOperations &
  KmsOperations &
  MetricOperations;

/**
 * Creates a client of MinIO's Admin API. Cheap, as it has no connections of its own.
 *
 * @throws TypeError unless the endpoint is an http(s) origin
 */
export function createAdminClient(options: StorageClientOptions): AdminClient {
  const transport = new AdminTransport(options);
  return {
    ...accountOperations(transport),
    ...serverOperations(transport),
    ...quotaOperations(transport),
    ...userOperations(transport),
    ...groupOperations(transport),
    ...ldapOperations(transport),
    ...serviceAccountOperations(transport),
    ...iamTransferOperations(transport),
    ...policyOperations(transport),
    ...remoteTargetOperations(transport),
    ...tierOperations(transport),
    ...healOperations(transport),
    ...diagnosticsOperations(transport),
    ...configOperations(transport),
    ...liveOperations(transport),
    ...kmsOperations(transport),
    ...metricOperations(options),
  };
}
