import { DirectoryError } from '@stowage/directory/directory-error';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { Operation } from '../s3/operation.ts';
import { readListType, type WantedKeys } from './access-keys.ts';
import { fromDirectory, requireLdap } from './ldap-policies.ts';
import { sealedReply } from './payloads.ts';
import { serviceAccountEntry, sessionEntry } from './service-account-info.ts';
import { createServiceAccount } from './service-accounts.ts';

const MAX_NAMED = 1000;

/** Makes a service account for the caller, or for somebody whom the directory knows by a login name. */
export const addLdapServiceAccount: Operation = {
  name: 'AddServiceAccountLDAP',
  // Everybody may make keys for themselves unless a policy denies it.
  action: 'none',
  run: async (request) => {
    requireLdap(request);
    return createServiceAccount(request, (name) => parentOf(request, name));
  },
};

/** The keys of one user of the directory. */
export const listLdapAccessKeys: Operation = {
  name: 'ListAccessKeysLDAP',
  action: 'none',
  run: async (request) => {
    requireLdap(request);
    const { caller, query } = request;
    const named = query.get('userDN') ?? '';
    if (named !== '' && named !== caller.account) {
      request.require('admin:ListServiceAccounts');
    } else {
      request.refuseDenied('admin:ListServiceAccounts');
    }
    const dn = await fromDirectory(
      request.store.ldap.findDn('user', named === '' ? caller.account : named),
    );
    if (dn === undefined) {
      throw new S3Error('XMinioAdminNoSuchUser');
    }
    const type = query.get('listType') ?? '';
    const wanted = { sessions: type !== 'svcacc-only', accounts: type !== 'sts-only' };
    return sealedReply(request, keysOf(request, dn, wanted));
  },
};

/** The keys of several users of the directory, by DN. */
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
    const { account } = request.caller;
    if (all) {
      request.require('admin:ListUsers');
    }
    const own = named.length === 0 || (named.length === 1 && named[0] === account);
    if (!all && own) {
      request.refuseDenied('admin:ListServiceAccounts');
    } else {
      request.require('admin:ListServiceAccounts');
    }
    const dns = all ? everybody(request) : await dnsOf(request, own ? [account] : named);
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

/** Who has keys. */
function everybody({ store: { identities, ldap } }: ApiRequest): string[] {
  return [...ldap.users.known.values()]
    .map(({ dn }) => dn)
    .filter(
      (dn) => identities.sessions.of(dn).length + identities.serviceAccountsOf(dn).length > 0,
    );
}

async function dnsOf(request: ApiRequest, names: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of names) {
    const dn = await fromDirectory(request.store.ldap.findDn('user', name));
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
