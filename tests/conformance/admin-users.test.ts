import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminCall } from './support/admin.ts';
import { adminErrorCode, adminJson, adminSend, createUser } from './support/admin.ts';
import { send } from './support/raw-request.ts';
import type { Account } from './support/server.ts';
import { freshName, useServer } from './support/server.ts';

const server = useServer();
let user: Account = { accessKey: '', secretKey: '' };

beforeAll(async () => {
  user = { accessKey: freshName('user'), secretKey: 'first-secret' };
  await createUser(server.target, user, 'readwrite');
});

async function refusal(call: AdminCall): Promise<{ status: number; code: string }> {
  const response = await adminSend(server.target, call);
  return { status: response.status, code: adminErrorCode(response) };
}

function addUser(accessKey: string, secretKey: string): AdminCall {
  return {
    method: 'PUT',
    operation: 'add-user',
    query: { accessKey },
    secret: { secretKey, status: 'enabled' },
  };
}

describe('users', () => {
  it('are listed with state and policies', async () => {
    const users = await adminJson(server.target, { operation: 'list-users' });
    expect(users).toMatchObject({
      [user.accessKey]: { status: 'enabled', policyName: 'readwrite' },
    });
    expect(JSON.stringify(users)).not.toContain(user.secretKey);
  });

  it('are described one by one', async () => {
    const query = { accessKey: user.accessKey };
    const info = await adminJson(server.target, { operation: 'user-info', query });
    expect(info).toMatchObject({ status: 'enabled', policyName: 'readwrite' });
    expect(JSON.stringify(info)).not.toContain(user.secretKey);
  });

  it('get a new secret', async () => {
    const account = { accessKey: freshName('user'), secretKey: 'first-secret' };
    await createUser(server.target, account, 'readwrite');
    const renewed = { ...account, secretKey: 'second-secret' };
    await createUser(server.target, renewed);
    expect((await send(server.target, { account })).code).toBe('SignatureDoesNotMatch');
    expect((await send(server.target, { account: renewed })).status).toBe(200);
  });

  it('are locked out and let in again', async () => {
    const account = { accessKey: freshName('user'), secretKey: 'some-secret' };
    await createUser(server.target, account, 'readwrite');
    const setStatus = (status: string) =>
      adminJson(server.target, {
        method: 'PUT',
        operation: 'set-user-status',
        query: { accessKey: account.accessKey, status },
      });
    await setStatus('disabled');
    const refused = await send(server.target, { account });
    expect(refused).toMatchObject({ status: 403, code: 'InvalidAccessKeyId' });
    await setStatus('enabled');
    expect((await send(server.target, { account })).status).toBe(200);
  });

  it('are gone when they were removed', async () => {
    const account = { accessKey: freshName('user'), secretKey: 'some-secret' };
    await createUser(server.target, account, 'readwrite');
    const query = { accessKey: account.accessKey };
    await adminJson(server.target, { method: 'DELETE', operation: 'remove-user', query });
    expect(await send(server.target, { account })).toMatchObject({
      status: 403,
      code: 'InvalidAccessKeyId',
    });
    expect(await refusal({ operation: 'user-info', query })).toEqual({
      status: 404,
      code: 'XMinioAdminNoSuchUser',
    });
  });

  it.each([
    ['a short secret', 'some-user', 'short', 'XMinioAdminInvalidSecretKey'],
    ['a short name', 'ab', 'long-enough', 'XMinioAdminInvalidAccessKey'],
    ['the name of the root account', 'conformance', 'long-enough', 'XMinioInvalidIAMCredentials'],
    ['spaces around the name', ' a-user', 'long-enough', 'XMinioInvalidResource'],
  ])('are refused with %s', async (_, name, secret, code) => {
    const response = await refusal(addUser(name, secret));
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(response.code).toBe(code);
  });

  it('are refused when the payload is not encrypted for the caller', async () => {
    const response = await adminSend(server.target, {
      method: 'PUT',
      operation: 'add-user',
      query: { accessKey: 'plain-user' },
      body: JSON.stringify({ secretKey: 'long-enough', status: 'enabled' }),
    });
    expect(response.status).toBe(400);
    const query = { accessKey: 'plain-user' };
    expect((await refusal({ operation: 'user-info', query })).status).toBe(404);
  });

  it('cannot be administrated by those who may not', async () => {
    const call = { ...addUser('made-by-user', 'long-enough'), account: user };
    expect(await refusal(call)).toEqual({ status: 403, code: 'AccessDenied' });
    const query = { accessKey: 'made-by-user' };
    expect((await refusal({ operation: 'user-info', query })).status).toBe(404);
  });

  it('cannot disable or remove themselves', async () => {
    const account = { accessKey: freshName('user'), secretKey: 'some-secret' };
    await createUser(server.target, account, 'consoleAdmin');
    const { accessKey } = account;
    const disable = { accessKey, status: 'disabled' };
    expect(
      await refusal({ method: 'PUT', operation: 'set-user-status', query: disable, account }),
    ).toEqual({ status: 400, code: 'XMinioAdminInvalidArgument' });
    expect(
      await refusal({ method: 'DELETE', operation: 'remove-user', query: { accessKey }, account }),
    ).toEqual({ status: 403, code: 'XMinioIAMActionNotAllowed' });
  });

  it('are not asked for anonymously', async () => {
    const path = '/minio/admin/v3/list-users';
    expect((await send(server.target, { path, anonymous: true })).status).toBe(403);
  });
});

describe('policies', () => {
  it('may allow administrators things under conditions', async () => {
    const statement = (network: string) => ({
      Effect: 'Allow',
      Action: ['admin:ListUserPolicies'],
      Condition: { IpAddress: { 'aws:SourceIp': [network] } },
    });
    for (const [network, status] of [
      ['127.0.0.0/8', 200],
      ['10.0.0.0/8', 403],
    ] as const) {
      const name = freshName('policy');
      const body = JSON.stringify({ Version: '2012-10-17', Statement: [statement(network)] });
      const add = { method: 'PUT', operation: 'add-canned-policy', query: { name }, body };
      await adminJson(server.target, add);
      const account = { accessKey: freshName('user'), secretKey: 'some-secret' };
      await createUser(server.target, account, name);
      const asked = await refusal({ operation: 'list-canned-policies', account });
      expect(asked.status).toBe(status);
    }
  });

  it('include the five that come with the server', async () => {
    const policies = await adminJson(server.target, { operation: 'list-canned-policies' });
    for (const name of ['readwrite', 'readonly', 'writeonly', 'diagnostics', 'consoleAdmin']) {
      expect(policies).toHaveProperty(name);
    }
  });

  it('cannot be given when they do not exist', async () => {
    const response = await refusal({
      method: 'PUT',
      operation: 'set-user-or-group-policy',
      query: { policyName: 'no-such-policy', userOrGroup: user.accessKey, isGroup: 'false' },
    });
    expect(response).toEqual({ status: 404, code: 'XMinioAdminNoSuchPolicy' });
  });

  it('cannot be given to a user that does not exist', async () => {
    const response = await refusal({
      method: 'PUT',
      operation: 'set-user-or-group-policy',
      query: { policyName: 'readonly', userOrGroup: 'nobody-at-all', isGroup: 'false' },
    });
    expect(response).toEqual({ status: 404, code: 'XMinioAdminNoSuchUser' });
  });

  it.each([
    ['no JSON', '{'],
    ['no action', '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Resource":"*"}]}'],
    [
      'an unknown action',
      '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"s3:Fly","Resource":"*"}]}',
    ],
  ])('are refused with %s', async (_, body) => {
    const query = { name: 'broken' };
    const add = { method: 'PUT', operation: 'add-canned-policy', query, body };
    const response = await refusal(add);
    expect(response.status).toBe(400);
    expect((await refusal({ operation: 'info-canned-policy', query })).status).toBe(404);
  });
});
