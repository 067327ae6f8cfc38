import { concernsBucket } from '@stowage/domain/policy';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { Identities } from '../auth/identities.ts';
import { changedUser, newUser, type User } from '../auth/user.ts';
import { emptyReply, jsonReply } from '../http/reply.ts';
import type { Operation } from '../s3/operation.ts';
import { checkAccessKey, checkSecret } from './key-rules.ts';
import { refuseRoot } from './names.ts';
import { parameter, readSealedJson, sealedReply } from './payloads.ts';
import { keyTimes } from './service-account-info.ts';

export const addUser: Operation = {
  name: 'AddUser',
  // Users can change their own secret unless a policy denies it.
  action: 'none',
  run: async (request) => {
    const { caller, store } = request;
    const accessKey = parameter(request, 'accessKey');
    const isParent = caller.account === accessKey && caller.accessKey !== accessKey;
    const isRoot = accessKey === store.authenticator.root.accessKey;
    const { serviceAccounts, sessions } = store.identities;
    const isOther = [serviceAccounts, sessions].some((keys) => keys.get(accessKey) !== undefined);
    if (isRoot || isParent || isOther) {
      throw new S3Error('XMinioInvalidIAMCredentials');
    }
    if (accessKey.trim() !== accessKey) {
      throw new S3Error('XMinioInvalidResource');
    }
    requireOrSelf(request, 'admin:CreateUser', accessKey);
    checkAccessKey(accessKey);
    const { secretKey, status } = await readSealedJson(request);
    const change = { secretKey: checkSecret(secretKey), enabled: status !== 'disabled' };
    const { users } = store.identities;
    await store.identities.inTurn(() =>
      users.put(accessKey, changedUser(users.get(accessKey) ?? newUser(accessKey), change)),
    );
    return emptyReply();
  },
};

export const removeUser: Operation = {
  name: 'RemoveUser',
  action: 'admin:DeleteUser',
  run: async (request) => {
    const accessKey = parameter(request, 'accessKey');
    refuseRoot(request, accessKey);
    if (accessKey === request.caller.account) {
      throw new S3Error('XMinioIAMActionNotAllowed');
    }
    const { identities } = request.store;
    await identities.inTurn(async () => {
      identities.requireUser(accessKey);
      await identities.removeUser(accessKey);
    });
    return emptyReply();
  },
};

export const setUserStatus: Operation = {
  name: 'SetUserStatus',
  action: 'admin:EnableUser',
  run: async (request) => {
    const accessKey = parameter(request, 'accessKey');
    const status = parameter(request, 'status');
    const known = status === 'enabled' || status === 'disabled';
    // Callers cannot lock themselves out.
    if (!known || accessKey === request.caller.account) {
      throw new S3Error('XMinioAdminInvalidArgument');
    }
    const { identities } = request.store;
    await identities.inTurn(() => {
      const user = changedUser(identities.requireUser(accessKey), {
        enabled: status === 'enabled',
      });
      return identities.users.put(accessKey, user);
    });
    return emptyReply();
  },
};

/** Lists all users, or those with a policy that concerns a bucket. */
export const listUsers: Operation = {
  name: 'ListUsers',
  action: 'admin:ListUsers',
  run: (request) => {
    const { identities } = request.store;
    const bucket = request.query.get('bucket') ?? '';
    const users = [...identities.users.entries()]
      .filter(
        ([, user]) =>
          bucket === '' ||
          identities.policiesOf(user).some((policy) => concernsBucket(policy, bucket)),
      )
      .map(([name, user]) => [name, userInfo(identities, user)]);
    return sealedReply(request, Object.fromEntries(users));
  },
};

export const getUserInfo: Operation = {
  name: 'GetUserInfo',
  // Users can view themselves unless a policy denies it.
  action: 'none',
  run: (request) => {
    const accessKey = parameter(request, 'accessKey');
    requireOrSelf(request, 'admin:GetUser', accessKey);
    const { identities } = request.store;
    return jsonReply(userInfo(identities, identities.requireUser(accessKey)));
  },
};

/** Users can act on themselves unless a policy denies it. */
function requireOrSelf(request: ApiRequest, action: string, accessKey: string): void {
  const { caller } = request;
  if (caller.kind === 'user' && caller.accessKey === accessKey) {
    request.refuseDenied(action);
  } else {
    request.require(action);
  }
}

/** MinIO's UserInfo. */
function userInfo(identities: Identities, user: User): object {
  const memberOf = identities.groups.of(user.accessKey).map(({ name }) => name);
  return {
    ...(user.policies.length === 0 ? {} : { policyName: user.policies.join(',') }),
    status: user.enabled ? 'enabled' : 'disabled',
    ...(memberOf.length === 0 ? {} : { memberOf }),
    updatedAt: new Date(user.updatedAt).toISOString(),
    ...keyTimes(identities, user),
  };
}
