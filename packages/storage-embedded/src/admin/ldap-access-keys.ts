import { DirectoryError } from '@stowage/directory/directory-error';
import { normalizeDn } from '@stowage/directory/dn';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { Operation } from '../s3/operation.ts';
import { readListType, type WantedKeys } from './access-keys.ts';
import { fromDirectory, requireLdap } from './ldap-policies.ts';
import { sealedReply } from './payloads.ts';
import { serviceAccountEntry, sessionEntry } from './service-account-info.ts';
import { createServiceAccount } from './service-accounts.ts';

const MAX_NAMED = 1000;

/** Creates a service account for the caller, or for a directory user named by login name. */
export const addLdapServiceAccount: Operation = {
  name: 'AddServiceAccountLDAP',
  // Users can create keys for themselves unless a policy denies it.
  action: 'none',
  run: async (request) => {
    requireLdap(request);
    return createServiceAccount(request, (name) => parentOf(request, name));
  },
};

/** Lists the keys of one directory user. */
export const listLdapAccessKeys: Operation = {
  name: 'ListAccessKeysLDAP',
  action: 'none',
  run: async (request) => {
    requireLdap(request);
    const { query } = request;
    const named = query.get('userDN') ?? '';
    const own = ownDn(request);
    if (named === '' || named === own) {
      request.refuseDenied('admin:ListServiceAccounts');
    } else {
      request.require('admin:ListServiceAccounts');
    }
    const dn = named === '' ? own : (await dnsOf(request, [named]))[0];
    if (dn === undefined) {
      throw new S3Error('XMinioAdminNoSuchUser');
    }
    const type = query.get('listType') ?? '';
    const wanted = { sessions: type !== 'svcacc-only', accounts: type !== 'sts-only' };
    return sealedReply(request, keysOf(request, dn, wanted));
  },
};

/** Lists the keys of several directory users, by DN. */
export const listAllLdapAccessKeys: Operation = {
  name: 'ListAccessKeysLDAPBulk',
  action: 'none',
  run: async (request) => {
    requireLdap(request);
    const parameters = new URLSearchParams(request.target.rawQuery);
    const named = parameters.getAll('userDNs');
    const all = parameters.get('all') === 'true';
    const wanted = readListType(request);
    if ((all && named.length > 0) || named.length > MAX_NAMED) {
      throw new S3Error('InvalidRequest');
    }
    const own = ownDn(request);
    if (all) {
      request.require('admin:ListUsers');
    }
    if (!all && (named.length === 0 || (named.length === 1 && named[0] === own))) {
      request.refuseDenied('admin:ListServiceAccounts');
    } else {
      request.require('admin:ListServiceAccounts');
    }
    const asked = named.length === 0 && own !== undefined ? [own] : named;
    const dns = all ? everybody(request) : await dnsOf(request, asked);
    const entries = dns
      .map((dn) => [dn, keysOf(request, dn, wanted)] as const)
      .filter(
        ([, { serviceAccounts, stsKeys }]) =>
          wanted.accounts === wanted.sessions || serviceAccounts.length + stsKeys.length > 0,
      );
    return sealedReply(request, Object.fromEntries(entries));
  },
};

async function parentOf({ store: { ldap } }: ApiRequest, name: string) {
  if (ldap.isUserDn(name)) {
    throw new S3Error('XMinioLDAPExpectedLoginName');
  }
  try {
    const user = await ldap.find(name);
    if (ldap.users.policyNames(user).size === 0) {
      throw new S3Error(
        'XMinioAdminNoSuchUser',
        'Neither this user nor a group of theirs has a policy.',
      );
    }
    return { parent: user.dn, external: ldap.identityOf(user) };
  } catch (error) {
    if (error instanceof DirectoryError && error.failure === 'user-missing') {
      throw new S3Error('XMinioAdminNoSuchUser');
    }
    return fromDirectory(Promise.reject(error));
  }
}

/**
 * Returns the caller's own DN; undefined for callers who are not directory users, whatever their
 * name.
 */
function ownDn({ caller: { account, external } }: ApiRequest): string | undefined {
  return external?.provider === 'ldap' ? account : undefined;
}

/** Returns the DNs of all users with keys. */
function everybody({ store: { identities, ldap } }: ApiRequest): string[] {
  return [...ldap.users.known.values()]
    .map(({ dn }) => dn)
    .filter(
      (dn) => identities.sessions.of(dn).length + identities.serviceAccountsOf(dn).length > 0,
    );
}

/** Known users may have left the directory, but the keys they leave behind stay visible. */
async function dnsOf({ store: { ldap } }: ApiRequest, names: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of names) {
    const known = ldap.users.known.get(normalizeDn(name) ?? '')?.dn;
    const dn = known ?? (await fromDirectory(ldap.findDn('user', name)));
    if (dn !== undefined) {
      found.push(dn);
    }
  }
  return found;
}

/** MinIO's ListAccessKeysLDAPResp. */
function keysOf({ store }: ApiRequest, dn: string, { sessions, accounts }: WantedKeys) {
  const { identities } = store;
  const listed = accounts ? identities.serviceAccountsOf(dn) : [];
  return {
    serviceAccounts: listed.map((account) => serviceAccountEntry(store, account)),
    stsKeys: sessions ? identities.sessions.of(dn).map(sessionEntry) : [],
  };
}
