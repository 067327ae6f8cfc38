import { S3Error } from '@stowage/storage-wire/s3-error';
import { ApiRequest } from '../api-request.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Reply } from '../http/reply.ts';
import { incomingOf, type Target } from '../http/target.ts';
import type { Operation } from '../s3/operation.ts';
import type { Store } from '../store.ts';
import { whileAllowed } from '../while-allowed.ts';
import { getAccessKey, getTemporaryAccount, listAccessKeys } from './access-keys.ts';
import { getAccountInfo } from './account-info.ts';
import { getBucketQuota, setBucketQuota } from './bucket-quota.ts';
import {
  clearConfigHistory,
  getConfig,
  getConfigKeys,
  listConfigHistory,
  resetConfigKeys,
  restoreConfigHistory,
  setConfig,
  setConfigKeys,
} from './config.ts';
import { getConfigHelp } from './config-help.ts';
import { readConsoleLog } from './console-log.ts';
import { drainDrive } from './drain.ts';
import { getGroup, listGroups, setGroupStatus, updateGroupMembers } from './groups.ts';
import { getHealStatus, HEAL_PATH, heal, replaceDrive } from './heal.ts';
import { getHealthInfo } from './health-info.ts';
import { exportIam } from './iam-export.ts';
import { importIam, importIamWithResult } from './iam-import.ts';
import { findIdpOperation, IDP_PATH } from './idp-config.ts';
import { inspectData } from './inspect.ts';
import { createKmsKey, getKmsKeyStatus, getKmsStatus, KMS_OPERATIONS, KMS_PATH } from './kms.ts';
import {
  addLdapServiceAccount,
  listAllLdapAccessKeys,
  listLdapAccessKeys,
} from './ldap-access-keys.ts';
import { attachLdapPolicies, detachLdapPolicies, listLdapEntities } from './ldap-policies.ts';
import { listOpenIdAccessKeys } from './openid-access-keys.ts';
import { addPolicy, getPolicy, listPolicies, removePolicy } from './policies.ts';
import { listPolicyEntities } from './policy-entities.ts';
import { attachPolicies, detachPolicies, setPolicies } from './policy-mappings.ts';
import { recordProfile } from './profile.ts';
import { listRemoteTargets, removeRemoteTarget, setRemoteTarget } from './remote-targets.ts';
import { getReplicationBacklog, getReplicationDiff } from './replication-backlog.ts';
import { revokeTokens } from './revoke-tokens.ts';
import { getServerInfo, getStorageInfo } from './server-info.ts';
import { controlService } from './service.ts';
import {
  addServiceAccount,
  deleteServiceAccount,
  getServiceAccount,
  listServiceAccounts,
  updateServiceAccount,
} from './service-accounts.ts';
import { listLocks, testDrives, testNetwork, testObjects } from './speed-test.ts';
import { addTier, editTier, getTierStats, listTiers, removeTier, verifyTier } from './tiers.ts';
import { traceServer } from './trace.ts';
import { getDataUsage } from './usage.ts';
import { addUser, getUserInfo, listUsers, removeUser, setUserStatus } from './users.ts';
import { verifyStore } from './verify.ts';

const ADMIN_PATH = '/minio/admin/';
const VERSION_PATH = '/minio/admin/v3/';

const OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['GET info', getServerInfo],
  ['GET storageinfo', getStorageInfo],
  ['GET datausageinfo', getDataUsage],
  ['GET accountinfo', getAccountInfo],
  ['POST service', controlService],
  ['GET get-config-kv', getConfigKeys],
  ['PUT set-config-kv', setConfigKeys],
  ['DELETE del-config-kv', resetConfigKeys],
  ['GET help-config-kv', getConfigHelp],
  ['GET list-config-history-kv', listConfigHistory],
  ['PUT restore-config-history-kv', restoreConfigHistory],
  ['DELETE clear-config-history-kv', clearConfigHistory],
  ['GET config', getConfig],
  ['PUT config', setConfig],
  ['PUT add-user', addUser],
  ['DELETE remove-user', removeUser],
  ['GET list-users', listUsers],
  ['GET user-info', getUserInfo],
  ['PUT set-user-status', setUserStatus],
  ['PUT update-group-members', updateGroupMembers],
  ['GET group', getGroup],
  ['GET groups', listGroups],
  ['PUT set-group-status', setGroupStatus],
  ['PUT set-user-or-group-policy', setPolicies],
  ['POST idp/builtin/policy/attach', attachPolicies],
  ['POST idp/builtin/policy/detach', detachPolicies],
  ['GET idp/builtin/policy-entities', listPolicyEntities],
  ['GET idp/ldap/policy-entities', listLdapEntities],
  ['POST idp/ldap/policy/attach', attachLdapPolicies],
  ['POST idp/ldap/policy/detach', detachLdapPolicies],
  ['PUT idp/ldap/add-service-account', addLdapServiceAccount],
  ['GET idp/ldap/list-access-keys', listLdapAccessKeys],
  ['GET idp/ldap/list-access-keys-bulk', listAllLdapAccessKeys],
  ['PUT add-service-account', addServiceAccount],
  ['POST update-service-account', updateServiceAccount],
  ['GET info-service-account', getServiceAccount],
  ['GET list-service-accounts', listServiceAccounts],
  ['DELETE delete-service-account', deleteServiceAccount],
  ['GET list-access-keys-bulk', listAccessKeys],
  ['GET idp/openid/list-access-keys-bulk', listOpenIdAccessKeys],
  ['GET info-access-key', getAccessKey],
  ['GET temporary-account-info', getTemporaryAccount],
  ['POST revoke-tokens/builtin', revokeTokens],
  ['POST revoke-tokens/openid', revokeTokens],
  ['POST revoke-tokens/ldap', revokeTokens],
  ['PUT add-canned-policy', addPolicy],
  ['GET list-canned-policies', listPolicies],
  ['GET info-canned-policy', getPolicy],
  ['DELETE remove-canned-policy', removePolicy],
  ['GET export-iam', exportIam],
  ['PUT import-iam', importIam],
  ['PUT import-iam-v2', importIamWithResult],
  ['PUT set-remote-target', setRemoteTarget],
  ['GET list-remote-targets', listRemoteTargets],
  ['DELETE remove-remote-target', removeRemoteTarget],
  ['POST replication/diff', getReplicationDiff],
  ['GET replication/mrf', getReplicationBacklog],
  ['GET get-bucket-quota', getBucketQuota],
  ['PUT set-bucket-quota', setBucketQuota],
  ['GET tier', listTiers],
  ['PUT tier', addTier],
  ['GET tier-stats', getTierStats],
  ['GET trace', traceServer],
  ['GET log', readConsoleLog],
  ['GET stowage/verify', verifyStore],
  ['POST stowage/drain', drainDrive],
  ['POST stowage/replace', replaceDrive],
  ['POST background-heal/status', getHealStatus],
  ['GET healthinfo', getHealthInfo],
  ['GET obdinfo', getHealthInfo],
  ['POST speedtest', testObjects],
  ['POST speedtest/object', testObjects],
  ['POST speedtest/drive', testDrives],
  ['POST speedtest/net', testNetwork],
  ['GET top/locks', listLocks],
  ['POST profile', recordProfile],
  ['GET inspect-data', inspectData],
  ['POST kms/status', getKmsStatus],
  ['POST kms/key/create', createKmsKey],
  ['GET kms/key/status', getKmsKeyStatus],
]);

/** Operations on the tier named at the end of the path. */
const TIER_PATH = 'tier/';
const TIER_OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['GET', verifyTier],
  ['POST', editTier],
  ['DELETE', removeTier],
]);

/** Whether a path belongs to the Admin API or to the key service API. */
export function isAdminPath(path: string): boolean {
  return path.startsWith(ADMIN_PATH) || path.startsWith(KMS_PATH);
}

/** Returns the operation of a call whose path ends with the name of its resource. */
function findInPath(method: string, called: string): Operation | undefined {
  if (called.startsWith(TIER_PATH)) {
    return TIER_OPERATIONS.get(method);
  }
  return called.startsWith(IDP_PATH)
    ? findIdpOperation(method, called.slice(IDP_PATH.length))
    : undefined;
}

function findOperation(method: string, path: string): Operation {
  if (method === 'POST' && path.startsWith(HEAL_PATH)) {
    return heal;
  }
  const kms = path.startsWith(KMS_PATH);
  const operations = kms ? KMS_OPERATIONS : OPERATIONS;
  const base = kms ? KMS_PATH : VERSION_PATH;
  const called = path.startsWith(base) ? path.slice(base.length) : '';
  const operation =
    (kms ? undefined : findInPath(method, called)) ?? operations.get(`${method} ${called}`);
  if (operation === undefined) {
    throw new S3Error(kms ? 'BadRequest' : 'XMinioAdminVersionMismatch');
  }
  return operation;
}

/**
 * Answers a call of MinIO's Admin API, version 3, or of its key service API.
 *
 * @throws S3Error
 */
export async function handleAdmin(
  store: Store,
  exchange: Exchange,
  target: Target,
): Promise<Reply> {
  const { message } = exchange;
  const method = message.method ?? '';
  const operation = findOperation(method, target.path);
  exchange.otherCall = `admin.${operation.name}`;
  const authenticated = store.authenticator.authenticate(incomingOf(message, target), {
    service: 's3',
  });
  if (authenticated.caller.kind === 'anonymous') {
    throw new S3Error('AccessDenied');
  }
  // Admin rights apply to the whole server: no bucket, no key.
  const request = new ApiRequest(
    store,
    exchange,
    { ...target, bucket: '', key: '' },
    authenticated,
  );
  const { action } = operation;
  const needed = typeof action === 'string' ? action : action(request);
  if (needed !== 'none') {
    request.require(needed);
  }
  return whileAllowed(request, needed, await operation.run(request));
}
