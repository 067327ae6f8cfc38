import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll } from 'vitest';
import type { AdminCall } from './admin.ts';
import { adminErrorCode, adminJson, adminSend, createUser } from './admin.ts';
import type { Account, Server } from './server.ts';
import { freshName } from './server.ts';

export const DENIED = { code: 'AccessDenied', status: 403 };
export const GONE = { code: 'InvalidAccessKeyId', status: 403 };

/** A policy for the only object. */
export const READ_HERE = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::*/here'] }],
};

/** Access key calls to the server of a test file. */
export function useAccessKeys(server: Server) {
  let Bucket = '';
  let owner: Account = { accessKey: '', secretKey: '' };

  beforeAll(async () => {
    Bucket = await server.bucket();
    await server.s3.send(new PutObjectCommand({ Bucket, Key: 'here', Body: 'content' }));
    owner = await user('readwrite');
  });

  const by = (account?: Account) => (account === undefined ? {} : { account });

  const call = (asked: AdminCall) => adminJson(server.target, asked);

  async function refusal(asked: AdminCall): Promise<{ status: number; code: string }> {
    const response = await adminSend(server.target, asked);
    return { status: response.status, code: adminErrorCode(response) };
  }

  async function user(policy?: string): Promise<Account> {
    const account = { accessKey: freshName('u'), secretKey: 'secret-of-the-user' };
    await createUser(server.target, account, policy);
    return account;
  }

  async function addPolicy(...Statement: readonly object[]): Promise<string> {
    const name = freshName('policy');
    const body = JSON.stringify({ Version: '2012-10-17', Statement });
    await call({ method: 'PUT', operation: 'add-canned-policy', query: { name }, body });
    return name;
  }

  const add = (secret: object, account?: Account): AdminCall => ({
    method: 'PUT',
    operation: 'add-service-account',
    secret,
    ...by(account),
  });

  async function create(secret: object = {}, account?: Account): Promise<Account> {
    const { credentials } = Object(await call(add(secret, account)));
    return { accessKey: credentials.accessKey, secretKey: credentials.secretKey };
  }

  const change = (accessKey: string, secret: object, account?: Account): AdminCall => ({
    method: 'POST',
    operation: 'update-service-account',
    query: { accessKey },
    secret,
    ...by(account),
  });

  const remove = (accessKey: string, account?: Account): AdminCall => ({
    method: 'DELETE',
    operation: 'delete-service-account',
    query: { accessKey },
    ...by(account),
  });

  const info = (accessKey: string, account?: Account): AdminCall => ({
    operation: 'info-service-account',
    query: { accessKey },
    ...by(account),
  });

  const getHere = (account: Account) =>
    server.client(account).send(new GetObjectCommand({ Bucket, Key: 'here' }));
  const putNew = (account: Account) =>
    server.client(account).send(new PutObjectCommand({ Bucket, Key: 'new', Body: 'x' }));

  return {
    get owner() {
      return owner;
    },
    ...{ by, call, refusal, user, addPolicy, add, create, change, remove, info, getHere, putNew },
  };
}
