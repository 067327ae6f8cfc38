import * as auth from './auth.ts';
import * as bucketAccess from './bucket-admin/access.ts';
import * as bucketCors from './bucket-admin/cors.ts';
import * as bucketDocument from './bucket-admin/document.ts';
import * as bucketEvents from './bucket-admin/events.ts';
import * as bucketLifecycle from './bucket-admin/lifecycle.ts';
import * as bucketReplication from './bucket-admin/replication.ts';
import * as bucketSettings from './bucket-admin/settings.ts';
import * as buckets from './buckets.ts';
import * as consoleSessions from './console-sessions.ts';
import * as adminInfo from './dashboard/admin-info.ts';
import * as attention from './dashboard/attention.ts';
import * as usage from './dashboard/usage.ts';
import * as widgets from './dashboard/widgets.ts';
import type { Endpoint } from './endpoint.ts';
import * as accessExplorer from './identity/access-explorer.ts';
import * as groups from './identity/groups.ts';
import * as iamTransfer from './identity/iam-transfer.ts';
import * as keysReport from './identity/keys-report.ts';
import * as ldap from './identity/ldap.ts';
import * as policies from './identity/policies.ts';
import * as serviceAccounts from './identity/service-accounts.ts';
import * as setPolicies from './identity/set-policies.ts';
import * as users from './identity/users.ts';
import * as jobs from './jobs.ts';
import * as notificationEndpoints from './notification-endpoints.ts';
import * as objectDetail from './object-detail.ts';
import * as objects from './objects.ts';
import * as securityLog from './security-log.ts';
import * as service from './service.ts';
import * as configs from './settings/configs.ts';
import * as identityTest from './settings/identity-test.ts';
import * as configTransfer from './settings/transfer.ts';
import * as shares from './shares.ts';
import type { StreamEndpoint } from './stream.ts';
import * as tiers from './tiers.ts';
import * as audit from './tools/audit.ts';
import * as diagnostics from './tools/diagnostics.ts';
import * as heal from './tools/heal.ts';
import * as inspect from './tools/inspect.ts';
import * as logs from './tools/logs.ts';
import * as profile from './tools/profile.ts';
import * as speedTests from './tools/speed-test.ts';
import * as top from './tools/top.ts';
import * as trace from './tools/trace.ts';
import * as watch from './tools/watch.ts';
import * as uploads from './uploads.ts';

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'permission' in value && 'method' in value;
}

/** Every endpoint of the console's API. Each feature's file is listed here once. */
export const ENDPOINTS: readonly Endpoint[] = [
  auth,
  consoleSessions,
  securityLog,
  buckets,
  bucketSettings,
  bucketEvents,
  bucketCors,
  bucketReplication,
  bucketLifecycle,
  bucketAccess,
  bucketDocument,
  policies,
  accessExplorer,
  serviceAccounts,
  iamTransfer,
  keysReport,
  users,
  groups,
  ldap,
  setPolicies,
  objects,
  objectDetail,
  shares,
  uploads,
  jobs,
  adminInfo,
  widgets,
  attention,
  usage,
  service,
  audit,
  configs,
  identityTest,
  configTransfer,
  notificationEndpoints,
  heal,
  inspect,
  profile,
  speedTests,
  top,
  tiers,
].flatMap((feature) => Object.values(feature).filter(isEndpoint));

function isStream(value: unknown): value is StreamEndpoint {
  return typeof value === 'object' && value !== null && 'message' in value && 'path' in value;
}

/** Every stream of the console. Each feature's file is listed here once. */
export const STREAMS: readonly StreamEndpoint[] = [
  watch,
  trace,
  logs,
  heal,
  diagnostics,
  speedTests,
].flatMap((feature) => Object.values<unknown>(feature).filter(isStream));
