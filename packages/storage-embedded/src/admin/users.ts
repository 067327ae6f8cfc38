import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { User } from '../auth/user-store.ts';
import { emptyReply, jsonReply } from '../http/reply.ts';
import type { Operation } from '../s3/operation.ts';
import { parameter, readSealedJson, sealedReply } from './payloads.ts';

/** What MinIO asks of keys; '=' and ',' would break its other formats. */
const ACCESS_KEY = /^[^=,\p{Cc}]{3,256}$/u;
const LEAST_SECRET = 8;
const MOST_SECRET = 128;

export const addUser: Operation = {
  name: 'AddUser',
  // Users may change their own secret unless a policy denies it.
  action: 'none',
  run: async (request) => {
    const { caller, store } = request;
    const accessKey = parameter(request, 'accessKey');
    if (caller.kind === 'user' && caller.account === accessKey) {
      request.refuseDenied('admin:CreateUser');
    } else {
      request.require('admin:CreateUser');
    }
    const isParent = caller.kind === 'session' && caller.account === accessKey;
    if (accessKey === store.authenticator.root.accessKey || isParent) {
      throw new S3Error('XMinioIAMActionNotAllowed');
    }
    checkAccessKey(accessKey);
    const { secretKey, status } = await readSealedJson(request);
    await store.users.save(accessKey, {
      secretKey: checkSecret(secretKey),
      enabled: status !== 'disabled',
    });
    return emptyReply();
  },
};

export const removeUser: Operation = {
  name: 'RemoveUser',
  action: 'admin:DeleteUser',
  run: async (request) => {
    const accessKey = parameter(request, 'accessKey');
    refuseRootAndSelf(request, accessKey);
    await request.store.users.remove(accessKey);
    return emptyReply();
  },
};

export const setUserStatus: Operation = {
  name: 'SetUserStatus',
  action: 'admin:EnableUser',
  run: async (request) => {
    const accessKey = parameter(request, 'accessKey');
    const status = parameter(request, 'status');
    if (status !== 'enabled' && status !== 'disabled') {
      throw new S3Error('XMinioAdminInvalidArgument');
    }
    refuseRootAndSelf(request, accessKey);
    await request.store.users.update(accessKey, () => ({ enabled: status === 'enabled' }));
    return emptyReply();
  },
};

export const listUsers: Operation = {
  name: 'ListUsers',
  action: 'admin:ListUsers',
  run: (request) => {
    const users = [...request.store.users.list()].map((user) => [user.accessKey, userInfo(user)]);
    return sealedReply(request, Object.fromEntries(users));
  },
};

export const getUserInfo: Operation = {
  name: 'GetUserInfo',
  // Users may look at themselves unless a policy denies it.
  action: 'none',
  run: (request) => {
    const accessKey = parameter(request, 'accessKey');
    const { caller, store } = request;
    if (caller.kind === 'user' && caller.account === accessKey) {
      request.refuseDenied('admin:GetUser');
    } else {
      request.require('admin:GetUser');
    }
    const user = store.users.get(accessKey);
    if (user === undefined) {
      throw new S3Error('XMinioAdminNoSuchUser');
    }
    return jsonReply(userInfo(user));
  },
};

/** MinIO's UserInfo. */
function userInfo(user: User): object {
  return {
    ...(user.policies.length === 0 ? {} : { policyName: user.policies.join(',') }),
    status: user.enabled ? 'enabled' : 'disabled',
    updatedAt: new Date(user.updatedAt).toISOString(),
  };
}

function refuseRootAndSelf({ caller, store }: ApiRequest, accessKey: string): void {
  if (accessKey === store.authenticator.root.accessKey || accessKey === caller.account) {
    throw new S3Error('XMinioIAMActionNotAllowed');
  }
}

function checkAccessKey(accessKey: string): void {
  if (!ACCESS_KEY.test(accessKey) || accessKey.trim() !== accessKey) {
    throw new S3Error('XMinioAdminInvalidAccessKey');
  }
}

function checkSecret(secretKey: unknown): string {
  if (
    typeof secretKey !== 'string' ||
    secretKey.length < LEAST_SECRET ||
    secretKey.length > MOST_SECRET
  ) {
    throw new S3Error('XMinioAdminInvalidSecretKey');
  }
  return secretKey;
}
