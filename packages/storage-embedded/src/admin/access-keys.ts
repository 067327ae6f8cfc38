import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { ExternalIdentity } from '../auth/external-identity.ts';
import type { ServiceAccount } from '../auth/service-account.ts';
import type { IssuedSession } from '../auth/session-registry.ts';
import type { Reply } from '../http/reply.ts';
import type { Operation } from '../s3/operation.ts';
import type { Store } from '../store.ts';
import { parameter, sealedReply } from './payloads.ts';
import {
  serviceAccountEntry,
  serviceAccountInfo,
  sessionEntry,
  sessionInfo,
} from './service-account-info.ts';

/** The kinds of keys to list. */
export interface WantedKeys {
  readonly sessions: boolean;
  readonly accounts: boolean;
}

const LIST_TYPES: Readonly<Record<string, WantedKeys>> = {
  'users-only': { sessions: false, accounts: false },
  'sts-only': { sessions: true, accounts: false },
  'svcacc-only': { sessions: false, accounts: true },
  all: { sessions: true, accounts: true },
};

/** Lists service accounts and sessions of several users at once. */
export const listAccessKeys: Operation = {
  name: 'ListAccessKeysBulk',
  // Callers can list their own keys unless a policy denies it; listing those of others needs the
  // rights to do so.
  action: 'none',
  run: (request) => {
    const wanted = readListType(request);
    const parameters = new URLSearchParams(request.target.rawQuery);
    const named = parameters.getAll('users');
    const all = parameters.get('all') === 'true';
    if (all && named.length > 0) {
      throw new S3Error('InvalidRequest');
    }
    requireListing(request, named, all);
    return sealedReply(request, keysOf(request, all ? everybody(request) : named, wanted));
  },
};

export const getAccessKey: Operation = {
  name: 'InfoAccessKey',
  // Callers can see their own keys; seeing others needs the right to list them.
  action: 'none',
  run: (request) => describe(request, request.query.get('accessKey') || request.caller.accessKey),
};

export const getTemporaryAccount: Operation = {
  name: 'TemporaryAccountInfo',
  action: 'admin:ListTemporaryAccounts',
  run: (request) => {
    const session = request.store.identities.sessions.get(parameter(request, 'accessKey'));
    if (session === undefined) {
      throw new S3Error('XMinioAdminNoSuchAccessKey');
    }
    return sealedReply(request, sessionInfo(request.store, session));
  },
};

/**
 * Returns the kinds of keys that the request wants listed.
 *
 * @throws S3Error InvalidRequest
 */
export function readListType({ query }: ApiRequest): WantedKeys {
  const listType = query.get('listType') ?? '';
  const wanted = Object.hasOwn(LIST_TYPES, listType) ? LIST_TYPES[listType] : undefined;
  if (wanted === undefined) {
    throw new S3Error('InvalidRequest');
  }
  return wanted;
}

/**
 * Checks that the caller can list the keys: their own unless a policy denies it, those of others
 * only with the rights to list them.
 *
 * @throws S3Error AccessDenied
 */
export function requireListing(request: ApiRequest, named: readonly string[], all: boolean): void {
  const { caller } = request;
  if (all) {
    request.require('admin:ListUsers');
  }
  const [first = caller.account] = named;
  const own = named.length < 2 && (first === caller.account || first === caller.accessKey);
  if (!all && own) {
    request.refuseDenied('admin:ListServiceAccounts');
  } else {
    request.require('admin:ListServiceAccounts');
  }
}

function everybody({ store }: ApiRequest): string[] {
  const users = [...store.identities.users.entries()].map(([name]) => name);
  return [...users, store.authenticator.root.accessKey];
}

/**
 * Returns the keys by user. When only some kinds are listed, users without any of them are left
 * out.
 */
function keysOf(
  { store, caller }: ApiRequest,
  names: readonly string[],
  wanted: WantedKeys,
): Readonly<Record<string, object>> {
  const { identities, authenticator } = store;
  const known = (name: string) =>
    name === authenticator.root.accessKey ||
    name === caller.account ||
    identities.users.get(name) !== undefined;
  const parents = names.length === 0 ? [caller.account] : names.filter(known);
  const entries = parents.flatMap((parent): [string, object][] => {
    const accounts = wanted.accounts ? identities.serviceAccountsOf(parent) : [];
    const sessions = wanted.sessions ? identities.sessions.of(parent) : [];
    const shorter = wanted.accounts !== wanted.sessions;
    if (shorter && accounts.length + sessions.length === 0) {
      return [];
    }
    const serviceAccounts = accounts.map((account) => serviceAccountEntry(store, account));
    return [[parent, { serviceAccounts, stsKeys: sessions.map(sessionEntry) }]];
  });
  return Object.fromEntries(entries);
}

function describe(request: ApiRequest, accessKey: string): Reply | Promise<Reply> {
  const { identities } = request.store;
  const account = identities.serviceAccounts.get(accessKey);
  const session = identities.sessions.get(accessKey);
  const parent = (account ?? session)?.parent;
  if (parent !== request.caller.account && !request.allows('admin:ListServiceAccounts')) {
    throw new S3Error('AccessDenied');
  }
  if (account !== undefined) {
    const info = serviceAccountInfo(request.store, account);
    return sealedReply(request, keyInfo(request.store, account, ['Service Account', info]));
  }
  if (session !== undefined) {
    const info = sessionInfo(request.store, session);
    return sealedReply(request, keyInfo(request.store, session, ['STS', info]));
  }
  throw new S3Error('XMinioAdminNoSuchAccessKey');
}

/** MinIO's InfoAccessKeyResp. */
function keyInfo(
  store: Store,
  { accessKey, external }: ServiceAccount | IssuedSession,
  [userType, info]: readonly [string, object],
): object {
  const userProvider = external?.provider ?? 'builtin';
  const ofProvider = providerInfo(store, external);
  return { AccessKey: accessKey, ...info, userType, userProvider, ...ofProvider };
}

/** MinIO's OpenIDSpecificAccessKeyInfo, or its LDAPSpecificAccessKeyInfo. */
function providerInfo(
  { openid }: Store,
  external: ExternalIdentity | undefined,
): { readonly openIDSpecificInfo?: object; readonly ldapSpecificInfo?: object } {
  if (external?.provider === 'ldap') {
    return { ldapSpecificInfo: { username: external.name ?? '' } };
  }
  if (external?.provider !== 'openid') {
    return {};
  }
  const settings = openid.providerOf(external)?.settings;
  return {
    openIDSpecificInfo: {
      configName: settings?.name ?? '',
      userID: external.id ?? '',
      userIDClaim: settings?.idClaim ?? '',
      displayName: external.name ?? '',
      displayNameClaim: settings?.readableClaim ?? '',
    },
  };
}
