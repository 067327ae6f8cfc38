import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { ExternalIdentity } from '../auth/external-identity.ts';
import type { ServiceAccount } from '../auth/service-account.ts';
import type { IssuedSession } from '../auth/session-registry.ts';
import { DEFAULT_TARGET } from '../config/config-text.ts';
import type { Operation } from '../s3/operation.ts';
import { readListType, requireListing } from './access-keys.ts';
import { sealedReply } from './payloads.ts';
import { serviceAccountEntry, sessionEntry } from './service-account-info.ts';

/** MinIO's OpenIDUserAccessKeys. */
interface UserKeys {
  readonly minioAccessKey: string;
  readonly ID: string;
  readonly readableName: string;
  readonly serviceAccounts: object[];
  readonly stsKeys: object[];
}

/** Lists service accounts and sessions of OpenID users, by provider. */
export const listOpenIdAccessKeys: Operation = {
  name: 'ListAccessKeysOpenIDBulk',
  // Callers can list their own keys unless a policy denies it; listing those of others needs the
  // rights to do so.
  action: 'none',
  run: (request) => {
    const { store, caller } = request;
    const parameters = new URLSearchParams(request.target.rawQuery);
    const named = parameters.getAll('users');
    const all = parameters.get('all') === 'true';
    const wanted = readListType(request);
    if (all && named.length > 0) {
      throw new S3Error('InvalidRequest');
    }
    requireListing(request, named, all);
    const users = all || named.length > 0 ? named : [caller.account];
    const { serviceAccounts, sessions } = store.identities;
    const keys = [
      ...(wanted.accounts ? serviceAccounts.values() : []),
      ...(wanted.sessions ? sessions.all() : []),
    ];
    const lists = configNames(request).map((configName) => ({
      configName,
      users: usersOf(request, configName, keys).filter(
        ({ minioAccessKey, ID }) =>
          users.length === 0 || users.includes(minioAccessKey) || users.includes(ID),
      ),
    }));
    return sealedReply(request, lists);
  },
};

/**
 * Returns the names of the requested configurations.
 *
 * @throws S3Error OpenIDNotEnabled, XMinioAdminNoSuchConfigTarget
 */
function configNames({ store, query }: ApiRequest): readonly string[] {
  const names = store.openid.all.map(({ settings }) => settings.name);
  if (names.length === 0) {
    throw new S3Error('OpenIDNotEnabled');
  }
  if (query.get('allConfigs') === 'true') {
    return names.sort();
  }
  const wanted = query.get('configName') || DEFAULT_TARGET;
  if (!names.includes(wanted)) {
    throw new S3Error('XMinioAdminNoSuchConfigTarget');
  }
  return [wanted];
}

function usersOf(
  { store }: ApiRequest,
  configName: string,
  keys: readonly (ServiceAccount | IssuedSession)[],
): readonly UserKeys[] {
  const users = new Map<string, UserKeys>();
  for (const key of keys) {
    const { parent, external } = key;
    if (external === undefined || nameOfProvider(store, external) !== configName) {
      continue;
    }
    const user = users.get(parent) ?? newUser(parent, external);
    users.set(parent, user);
    if ('issuedAt' in key) {
      user.stsKeys.push(sessionEntry(key));
    } else {
      user.serviceAccounts.push(serviceAccountEntry(store, key));
    }
  }
  return [...users.values()].sort((a, b) => (a.minioAccessKey < b.minioAccessKey ? -1 : 1));
}

function nameOfProvider({ openid }: ApiRequest['store'], identity: ExternalIdentity) {
  return identity.provider === 'openid' ? openid.providerOf(identity)?.settings.name : undefined;
}

function newUser(minioAccessKey: string, { id = '', name = '' }: ExternalIdentity): UserKeys {
  return { minioAccessKey, ID: id, readableName: name, serviceAccounts: [], stsKeys: [] };
}
