import { GetObjectCommand, ListBucketsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { AssumeRoleCommandInput } from '@aws-sdk/client-sts';
import { beforeAll, describe, expect, it } from 'vitest';
import { adminJson, adminSend, createUser } from './support/admin.ts';
import { send } from './support/raw-request.ts';
import type { Account } from './support/server.ts';
import { failure, freshName, useServer } from './support/server.ts';
import { assumeRole as assumeRoleAt, stsRefusal } from './support/sts.ts';

const server = useServer();
let Bucket = '';

beforeAll(async () => {
  Bucket = await server.bucket();
  await server.s3.send(new PutObjectCommand({ Bucket, Key: 'here', Body: 'content' }));
});

const assumeRole = (account: Account, input: Partial<AssumeRoleCommandInput> = {}) =>
  assumeRoleAt(server.target, account, input);

async function user(policy?: string): Promise<Account> {
  const account = { accessKey: freshName('user'), secretKey: 'secret-of-the-user' };
  await createUser(server.target, account, policy);
  return account;
}

describe('AssumeRole', () => {
  it('gives the root account temporary credentials with all its rights', async () => {
    const temporary = await assumeRole(server.target);
    expect(temporary.accessKey).not.toBe(server.target.accessKey);
    const s3 = server.client(temporary);
    const { Buckets = [] } = await s3.send(new ListBucketsCommand({}));
    expect(Buckets.map(({ Name }) => Name)).toContain(Bucket);
    await s3.send(new PutObjectCommand({ Bucket, Key: 'by-temporary', Body: 'x' }));
  });

  it('lasts as long as it was asked to', async () => {
    for (const DurationSeconds of [900, 3_600, 43_200]) {
      const { expiration } = await assumeRole(server.target, { DurationSeconds });
      const seconds = (expiration.getTime() - Date.now()) / 1_000;
      expect(seconds).toBeGreaterThan(DurationSeconds - 30);
      expect(seconds).toBeLessThan(DurationSeconds + 30);
    }
  });

  it.each([899, 365 * 86_400 + 1, -1])('refuses %i seconds', async (DurationSeconds) => {
    const { status } = await stsRefusal(assumeRole(server.target, { DurationSeconds }));
    expect(status).toBe(400);
  });

  it('gives a user the rights of its policies, no more', async () => {
    const reader = server.client(await assumeRole(await user('readonly')));
    const { Body } = await reader.send(new GetObjectCommand({ Bucket, Key: 'here' }));
    expect(await Body?.transformToString()).toBe('content');
    const put = new PutObjectCommand({ Bucket, Key: 'x', Body: 'x' });
    expect(await failure(reader.send(put))).toEqual({ code: 'AccessDenied', status: 403 });
  });

  it('narrows the rights by the policy of the session', async () => {
    const Policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Action: ['s3:GetObject'], Resource: [`arn:aws:s3:::${Bucket}/here`] },
      ],
    });
    for (const account of [server.target, await user('readwrite')]) {
      const narrow = server.client(await assumeRole(account, { Policy }));
      await narrow.send(new GetObjectCommand({ Bucket, Key: 'here' }));
      const put = new PutObjectCommand({ Bucket, Key: 'here', Body: 'x' });
      expect(await failure(narrow.send(put))).toEqual({ code: 'AccessDenied', status: 403 });
    }
  });

  it('cannot widen the rights by the policy of the session', async () => {
    const Policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }],
    });
    const wide = server.client(await assumeRole(await user('readonly'), { Policy }));
    const put = new PutObjectCommand({ Bucket, Key: 'x', Body: 'x' });
    expect(await failure(wide.send(put))).toEqual({ code: 'AccessDenied', status: 403 });
  });

  it.each(['{', '{"Version":"2012-10-17","Statement":[{"Effect":"Perhaps"}]}'])(
    'refuses the session policy %s',
    async (Policy) => {
      const { status } = await stsRefusal(assumeRole(server.target, { Policy }));
      expect(status).toBe(400);
    },
  );

  it('refuses a wrong secret and an unknown account', async () => {
    for (const account of [
      { accessKey: server.target.accessKey, secretKey: 'not the secret' },
      { accessKey: 'nobody-at-all', secretKey: 'nothing-at-all' },
    ]) {
      const { status } = await stsRefusal(assumeRole(account));
      expect([400, 403]).toContain(status);
    }
  });

  it('refuses temporary credentials', async () => {
    const temporary = await assumeRole(server.target);
    const { status } = await stsRefusal(assumeRole(temporary));
    expect(status).toBe(403);
  });

  it('refuses an unknown action', async () => {
    const body = 'Action=FlyAway&Version=2011-06-15';
    const response = await send(server.target, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      service: 'sts',
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
  });
});

describe('temporary credentials', () => {
  it('need their token', async () => {
    const { accessKey, secretKey } = await assumeRole(server.target);
    const response = await send(server.target, { account: { accessKey, secretKey } });
    expect(response.status).toBe(403);
    expect(response.code).toMatch(/^(InvalidTokenId|InvalidAccessKeyId|AccessDenied)$/);
  });

  it('refuse a changed token', async () => {
    const temporary = await assumeRole(server.target);
    const other = await assumeRole(server.target);
    for (const sessionToken of [`${temporary.sessionToken}x`, other.sessionToken]) {
      const response = await send(server.target, { account: { ...temporary, sessionToken } });
      expect(response.status).toBe(403);
      expect(response.code).toMatch(/^(InvalidTokenId|InvalidAccessKeyId|AccessDenied)$/);
    }
  });

  it('end with their user', async () => {
    const parent = await user('readwrite');
    const temporary = await assumeRole(parent);
    expect((await send(server.target, { account: temporary })).status).toBe(200);
    await adminJson(server.target, {
      method: 'DELETE',
      operation: 'remove-user',
      query: { accessKey: parent.accessKey },
    });
    expect((await send(server.target, { account: temporary })).status).toBe(403);
  });

  it('of an administrator reach the admin API', async () => {
    const temporary = await assumeRole(await user('consoleAdmin'));
    const allowed = await adminSend(server.target, { operation: 'info', account: temporary });
    expect(allowed.status).toBe(200);
    const reader = await assumeRole(await user('readonly'));
    const denied = await adminSend(server.target, { operation: 'info', account: reader });
    expect(denied.status).toBe(403);
  });
});
