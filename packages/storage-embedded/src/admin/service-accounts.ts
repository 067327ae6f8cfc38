import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest, Resource } from '../api-request.ts';
import { canAnywhere } from '../auth/authorizer.ts';
import type { Caller } from '../auth/caller.ts';
import type { Parentage } from '../auth/external-identity.ts';
import { randomAccessKey, randomSecretKey } from '../auth/random-keys.ts';
import { bindNew, type ServiceAccount } from '../auth/service-account.ts';
import { emptyReply, type Reply } from '../http/reply.ts';
import type { Operation } from '../s3/operation.ts';
import { parameter, readSealedJson, sealedOutcome, sealedReply } from './payloads.ts';
import {
  type NewServiceAccount,
  readNewServiceAccount,
  readServiceAccountChange,
  type ServiceAccountChange,
} from './service-account-fields.ts';
import { expiryText, serviceAccountEntry, serviceAccountInfo } from './service-account-info.ts';

const MAX_PER_PARENT = 10_000;

export const addServiceAccount: Operation = {
  name: 'AddServiceAccount',
  // Users can create keys for themselves unless a policy denies it.
  action: 'none',
  run: (request) => createServiceAccount(request, (parent) => ({ parent })),
};

/**
 * Creates a service account for the caller or the named user.
 *
 * @param find returns the owner of that name, unless it is the caller
 * @throws S3Error
 */
export async function createServiceAccount(
  request: ApiRequest,
  find: (name: string) => Parentage | Promise<Parentage>,
): Promise<Reply> {
  const { caller, store } = request;
  refuseEarly(request, { action: 'admin:CreateServiceAccount', needsAllow: false });
  const asked = readNewServiceAccount(await readSealedJson(request));
  const target = asked.targetUser === '' ? caller.accessKey : asked.targetUser;
  const forSelf = target === caller.accessKey || target === caller.account;
  const about = aboutLife(asked.expiresAt);
  if (forSelf) {
    request.refuseDenied('admin:CreateServiceAccount', about);
  } else {
    request.require('admin:CreateServiceAccount', about);
  }
  const account = makeAccount(request, asked, forSelf ? ownParent(caller) : await find(target));
  const { identities } = store;
  await identities.inTurn(async () => {
    checkParent(request, account);
    checkFree(request, account);
    await identities.serviceAccounts.put(account.accessKey, account);
  });
  const { accessKey, secretKey, expiresAt } = account;
  const credentials = { accessKey, secretKey, expiration: expiryText(expiresAt) };
  return sealedOutcome(request, { credentials });
}

function ownParent({ account, external }: Caller): Parentage {
  return { parent: account, ...(external === undefined ? {} : { external }) };
}

/** As in MinIO, only administrators can change keys; others create new ones. */
export const updateServiceAccount: Operation = {
  name: 'UpdateServiceAccount',
  action: 'none',
  run: async (request) => {
    const accessKey = parameter(request, 'accessKey');
    refuseEarly(request, { action: 'admin:UpdateServiceAccount', needsAllow: true });
    const change = readServiceAccountChange(await readSealedJson(request));
    request.require('admin:UpdateServiceAccount', aboutLife(change.expiresAt));
    // An unrestricted caller can lift the restrictions of others.
    const lifts = change.policy !== undefined && request.caller.bounds.length === 0;
    const { identities } = request.store;
    await identities.inTurn(() => {
      const { inherited = [], ...current } = requireAccount(request, accessKey);
      const kept = lifts || inherited.length === 0 ? current : { ...current, inherited };
      const account = changed(kept, change);
      return identities.serviceAccounts.put(accessKey, account);
    });
    return emptyReply(204);
  },
};

export const getServiceAccount: Operation = {
  name: 'InfoServiceAccount',
  // Callers can see their own accounts; seeing others needs the right to list them.
  action: 'none',
  run: (request) => {
    const lists = request.allows('admin:ListServiceAccounts');
    const account = request.store.identities.serviceAccounts.get(parameter(request, 'accessKey'));
    if (account?.parent !== request.caller.account && !lists) {
      throw new S3Error('AccessDenied');
    }
    if (account === undefined) {
      throw new S3Error('XMinioAdminNoSuchServiceAccount');
    }
    return sealedReply(request, serviceAccountInfo(request.store, account));
  },
};

export const listServiceAccounts: Operation = {
  name: 'ListServiceAccounts',
  // Callers can list their own accounts; listing those of others needs the right to do so.
  action: 'none',
  run: (request) => {
    const { caller, store } = request;
    const user = request.query.get('user') ?? '';
    if (user !== '' && user !== caller.accessKey) {
      request.require('admin:ListServiceAccounts');
    }
    const parent = user === '' || user === caller.accessKey ? caller.account : user;
    const accounts = store.identities
      .serviceAccountsOf(parent)
      .map((account) => serviceAccountEntry(store, account));
    return sealedReply(request, { accounts });
  },
};

export const deleteServiceAccount: Operation = {
  name: 'DeleteServiceAccount',
  // Callers can remove their own accounts; removing others needs the right to do so.
  action: 'none',
  run: async (request) => {
    const accessKey = parameter(request, 'accessKey');
    const removes = request.allows('admin:RemoveServiceAccount');
    // Otherwise a restricted key could remove unrelated keys of its account.
    const removesOwn =
      accessKey === request.caller.accessKey ||
      request.isWithinBounds('admin:RemoveServiceAccount');
    const { identities } = request.store;
    await identities.inTurn(async () => {
      const account = requireAccount(request, accessKey);
      if (!removes && (account.parent !== request.caller.account || !removesOwn)) {
        // Does not reveal which keys others have.
        throw new S3Error('XMinioAdminNoSuchServiceAccount');
      }
      await identities.removeServiceAccount(accessKey);
    });
    return emptyReply(204);
  },
};

/**
 * Refuses callers who lack the right before their payload is opened, which is slow.
 *
 * @throws S3Error AccessDenied
 */
function refuseEarly(
  { caller }: ApiRequest,
  { action, needsAllow }: { readonly action: string; readonly needsAllow: boolean },
): void {
  if (!canAnywhere(caller, action, needsAllow)) {
    throw new S3Error('AccessDenied');
  }
}

/**
 * Returns the resource for permission checks, with the key's lifetime, which conditions can limit.
 */
function aboutLife(expiresAt: number | undefined): Resource {
  if (expiresAt === undefined || expiresAt === 0) {
    return { bucket: '', key: '' };
  }
  const seconds = Math.floor((expiresAt - Date.now()) / 1000);
  return { bucket: '', key: '', facts: { DurationSeconds: [String(seconds)] } };
}

/**
 * Creates an account. Restricted callers create restricted keys, whose own policy can only restrict
 * them further.
 */
function makeAccount(
  { caller }: ApiRequest,
  asked: NewServiceAccount,
  parent: Parentage,
): ServiceAccount {
  const { keys, name, description, expiresAt } = asked;
  const now = Date.now();
  return {
    accessKey: keys?.accessKey ?? randomAccessKey(),
    secretKey: keys?.secretKey ?? randomSecretKey(),
    ...parent,
    enabled: true,
    name,
    description,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...bindNew(asked.policy, caller.bounds),
    createdAt: now,
    updatedAt: now,
  };
}

function checkParent({ store }: ApiRequest, { parent, external }: Parentage): void {
  const { authenticator, identities } = store;
  if (identities.serviceAccounts.get(parent) !== undefined) {
    throw new S3Error('XMinioIAMServiceAccountNotAllowed');
  }
  if (parent !== authenticator.root.accessKey && external === undefined) {
    identities.requireUser(parent);
  }
  if (identities.serviceAccountsOf(parent).length >= MAX_PER_PARENT) {
    throw new S3Error('XMinioIAMServiceAccountNotAllowed', 'There are too many of this parent.');
  }
}

function checkFree({ store }: ApiRequest, { accessKey, parent }: ServiceAccount): void {
  const { authenticator, identities } = store;
  if (accessKey === authenticator.root.accessKey) {
    throw new S3Error('XMinioInvalidIAMCredentials');
  }
  if (accessKey === parent) {
    throw new S3Error('XMinioIAMActionNotAllowed');
  }
  if (
    identities.users.get(accessKey) !== undefined ||
    identities.serviceAccounts.get(accessKey) !== undefined
  ) {
    throw new S3Error('XMinioIAMServiceAccountNotAllowed', 'The access key is taken.');
  }
}

function requireAccount({ store }: ApiRequest, accessKey: string): ServiceAccount {
  const account = store.identities.serviceAccounts.get(accessKey);
  if (account === undefined) {
    throw new S3Error('XMinioAdminNoSuchServiceAccount');
  }
  return account;
}

function changed(current: ServiceAccount, change: ServiceAccountChange): ServiceAccount {
  const { expiresAt = current.expiresAt, policy = current.policy, ...rest } = change;
  const { expiresAt: _, policy: __, ...kept } = current;
  return {
    ...kept,
    ...rest,
    ...(expiresAt === undefined || expiresAt === 0 ? {} : { expiresAt }),
    ...(policy === undefined || policy === null ? {} : { policy }),
    updatedAt: Date.now(),
  };
}
