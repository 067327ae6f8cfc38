import type { PolicyDocument } from '@stowage/domain/policy';
import { type IamArchiveEntries, writeIamArchive } from '@stowage/storage-wire/iam-archive';
import { boundsOf, type ServiceAccount } from '../auth/service-account.ts';
import type { Operation } from '../s3/operation.ts';
import type { Store } from '../store.ts';
import { writeIdentity } from './iam-external.ts';
import { expiryText } from './service-account-info.ts';

/**
 * Exported for a key that several policies restrict here, as other servers support only one per
 * key.
 */
const NOTHING: PolicyDocument = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Deny', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }],
};

/**
 * Exports all users, groups, policies and service accounts with their secrets, and the policies of
 * users from identity providers, in MinIO's format.
 */
export const exportIam: Operation = {
  name: 'ExportIAM',
  action: 'admin:ExportIAM',
  run: ({ store }) => ({
    status: 200,
    headers: ['Content-Type', 'application/zip'],
    body: Buffer.from(writeIamArchive(archiveOf(store))),
  }),
};

function archiveOf({ identities, ldap }: Pick<Store, 'identities' | 'ldap'>) {
  const { users, groups, policies, serviceAccounts } = identities;
  const allUsers = [...users.values()];
  const allGroups = [...groups.list()];
  return {
    policies: new Map([...policies.list()].map(([name, { document }]) => [name, { ...document }])),
    users: new Map(
      allUsers.map(({ accessKey, secretKey, enabled }) => [
        accessKey,
        { secretKey, status: enabled ? 'enabled' : 'disabled' },
      ]),
    ),
    groups: new Map(
      allGroups.map(({ name, enabled, members, updatedAt }) => [
        name,
        {
          version: 1,
          status: enabled ? 'enabled' : 'disabled',
          members,
          updatedAt: new Date(updatedAt).toISOString(),
        },
      ]),
    ),
    serviceAccounts: new Map(
      [...serviceAccounts.values()].map((account) => [account.accessKey, accountEntry(account)]),
    ),
    userPolicies: mappings(allUsers.map(({ accessKey, ...user }) => [accessKey, user])),
    groupPolicies: mappings([
      ...allGroups.map(({ name, ...group }) => [name, group] as const),
      ...ldap.users.mappings('group'),
    ]),
    stsPolicies: mappings([...ldap.users.mappings('user'), ...identities.openIdUsers.entries()]),
  };
}

/** MinIO's SRSvcAccCreate; `boundPolicies` is an addition. */
function accountEntry(account: ServiceAccount): Readonly<Record<string, unknown>> {
  const { accessKey, secretKey, parent, enabled, name, description, expiresAt } = account;
  const bounds = boundsOf(account);
  return {
    parent,
    accessKey,
    secretKey,
    groups: null,
    ...writeIdentity(account),
    sessionPolicy: bounds.length > 1 ? NOTHING : (bounds[0] ?? null),
    ...(bounds.length > 1 ? { boundPolicies: bounds } : {}),
    status: enabled ? 'on' : 'off',
    name,
    description,
    expiration: expiryText(expiresAt),
  };
}

/** MinIO's MappedPolicy, for those who have a policy. */
function mappings(
  holders: readonly (readonly [
    name: string,
    holder: { readonly policies: readonly string[]; readonly updatedAt: number },
  ])[],
): IamArchiveEntries {
  return new Map(
    holders
      .filter(([, { policies }]) => policies.length > 0)
      .map(([name, { policies, updatedAt }]) => [
        name,
        {
          version: 1,
          policy: policies.join(','),
          updatedAt: new Date(updatedAt).toISOString(),
        },
      ]),
  );
}
