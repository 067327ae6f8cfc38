import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { Reply } from '../http/reply.ts';
import type { Operation } from '../s3/operation.ts';
import { parameter, sealedReply } from './payloads.ts';
import {
  serviceAccountEntry,
  serviceAccountInfo,
  sessionEntry,
  sessionInfo,
} from './service-account-info.ts';

/** Which keys a list is about. */
const LIST_TYPES: Readonly<Record<string, { sessions: boolean; accounts: boolean }>> = {
  'users-only': { sessions: false, accounts: false },
  'sts-only': { sessions: true, accounts: false },
  'svcacc-only': { sessions: false, accounts: true },
  all: { sessions: true, accounts: true },
};

/** Service accounts and sessions of several users at once. */
export const listAccessKeys: Operation = {
  name: 'ListAccessKeysBulk',
  // Own ones unless a policy denies it, and with the rights to list those of others.
  action: 'none',
  run: (request) => {
    const listType = request.query.get('listType') ?? '';
    const wanted = Object.hasOwn(LIST_TYPES, listType) ? LIST_TYPES[listType] : undefined;
    const parameters = new URLSearchParams(request.target.rawQuery);
    const named = parameters.getAll('users');
    const all = parameters.get('all') === 'true';
    if (wanted === undefined || (all && named.length > 0)) {
      throw new S3Error('InvalidRequest');
    }
    requireListing(request, named, all);
    return sealedReply(request, keysOf(request, all ? everybody(request) : named, wanted));
  },
};

export const getAccessKey: Operation = {
  name: 'InfoAccessKey',
  // Own ones, and with the right to list all others.
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

function requireListing(request: ApiRequest, named: readonly string[], all: boolean): void {
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

/** By user; those who have none of what is asked for are left out of shorter lists. */
function keysOf(
  { store, caller }: ApiRequest,
  names: readonly string[],
  wanted: { sessions: boolean; accounts: boolean },
): Readonly<Record<string, object>> {
  const { identities, authenticator } = store;
  const known = (name: string) =>
    name === authenticator.root.accessKey || identities.users.get(name) !== undefined;
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
    return sealedReply(request, keyInfo(accessKey, 'Service Account', info));
  }
  if (session !== undefined) {
    const info = sessionInfo(request.store, session);
    return sealedReply(request, keyInfo(accessKey, 'STS', info));
  }
  throw new S3Error('XMinioAdminNoSuchAccessKey');
}

/** MinIO's InfoAccessKeyResp. */
function keyInfo(accessKey: string, userType: string, info: object): object {
  return { AccessKey: accessKey, ...info, userType, userProvider: 'builtin' };
}
