import { randomBytes } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sender, startEncryptingStorage } from '../s3/encryption/testing/encrypting-storage.ts';
import {
  addPolicy,
  addUser,
  errorOf,
  startTestStorage,
  type TestStorage,
} from '../testing/test-storage.ts';

let storage: TestStorage;
const call = sender(() => storage);
const KMS = 'minio/kms/v1';

beforeAll(async () => {
  storage = await startEncryptingStorage();
});

afterAll(() => storage.close());

function keyFile(): string {
  return join(storage.folder, 'storage', 'kms.keys');
}

async function names(): Promise<string[]> {
  const { text } = await call('GET', `${KMS}/key/list?pattern=`);
  return JSON.parse(text).map(({ name }: { name: string }) => name);
}

describe('the key service', () => {
  it('tells its state', async () => {
    const { text } = await call('GET', `${KMS}/status`);
    expect(JSON.parse(text)).toMatchObject({ 'default-key-id': 'first' });
    expect(JSON.parse((await call('GET', `${KMS}/version`)).text)).toEqual({ version: 'v1' });
    expect(JSON.parse((await call('POST', 'minio/admin/v3/kms/status')).text)).toEqual(
      JSON.parse(text),
    );
    const info = JSON.parse((await call('GET', 'minio/admin/v3/info')).text);
    expect(info.services.kmsStatus).toMatchObject([{ status: 'online' }]);
  });

  it('makes keys, which are kept in the file', async () => {
    expect((await call('POST', `${KMS}/key/create?key-id=third`)).status).toBe(200);
    expect((await call('POST', 'minio/admin/v3/kms/key/create?key-id=fourth')).status).toBe(200);
    expect(await names()).toEqual(['first', 'second', 'third', 'fourth']);
    expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
    const headers = {
      'x-amz-server-side-encryption': 'aws:kms',
      'x-amz-server-side-encryption-aws-kms-key-id': 'third',
    };
    expect((await call('PUT', 'box/third', headers, 'content')).status).toBe(200);
    await storage.restart();
    expect(await names()).toEqual(['first', 'second', 'third', 'fourth']);
    expect((await call('GET', 'box/third')).text).toBe('content');
  });

  it('makes many keys at once', async () => {
    const made = ['a', 'b', 'c', 'd', 'e'].map((name) =>
      call('POST', `${KMS}/key/create?key-id=many-${name}`),
    );
    expect((await Promise.all(made)).map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect((await names()).filter((name) => name.startsWith('many-'))).toHaveLength(5);
  });

  it.each([
    ['first', '409 kms:KeyAlreadyExists'],
    ['', '400 XMinioAdminInvalidArgument'],
    ['a:b', '400 XMinioAdminInvalidArgument'],
    ['a%0Ab', '400 XMinioAdminInvalidArgument'],
    ['..%2Fx', '400 XMinioAdminInvalidArgument'],
    ['x'.repeat(81), '400 XMinioAdminInvalidArgument'],
  ])('makes no key named %j', async (name, error) => {
    expect(errorOf(await call('POST', `${KMS}/key/create?key-id=${name}`))).toBe(error);
  });

  it('lists by the beginning of names', async () => {
    for (const pattern of ['sec', 'sec*']) {
      const { text } = await call('GET', `${KMS}/key/list?pattern=${pattern}`);
      expect(JSON.parse(text)).toMatchObject([{ name: 'second' }]);
    }
  });

  it('tells whether a key works', async () => {
    const status = async (query: string) =>
      JSON.parse((await call('GET', `${KMS}/key/status${query}`)).text);
    expect(await status('')).toEqual({ 'key-id': 'first' });
    expect(await status('?key-id=second')).toEqual({ 'key-id': 'second' });
    expect(await status('?key-id=missing')).toMatchObject({
      'key-id': 'missing',
      'encryption-error': expect.any(String),
    });
    const { kms_req_success: good, kms_req_error: bad } = JSON.parse(
      (await call('GET', `${KMS}/metrics`)).text,
    );
    expect(good).toBeGreaterThan(0);
    expect(bad).toBeGreaterThan(0);
  });

  it('knows no other calls', async () => {
    expect(errorOf(await call('GET', `${KMS}/enable`))).toBe('400 BadRequest');
    expect(errorOf(await call('GET', 'minio/kms/v2/status'))).toMatch(/^4/);
  });

  it('reads the file again when the service restarts, and keeps what it has when it is bad', async () => {
    const text = await readFile(keyFile(), 'utf8');
    await writeFile(keyFile(), `${text}by-hand:${randomBytes(32).toString('base64')}\n# end\n\n`);
    await call('POST', 'minio/admin/v3/service?action=restart');
    expect(await names()).toContain('by-hand');
    const secret = randomBytes(31).toString('base64');
    await writeFile(keyFile(), `${text}short:${secret}\n`);
    await call('POST', 'minio/admin/v3/service?action=restart');
    expect(await names()).toContain('by-hand');
    expect(storage.messages.join('\n')).toContain('kms.keys');
    expect(storage.messages.join('\n')).not.toContain(secret);
    await expect(storage.restart()).rejects.toThrow(/kms\.keys, line \d+: expected name:key/);
    await writeFile(keyFile(), text);
    await storage.restart();
  });

  it('asks for the right on each key', async () => {
    const user = { accessKey: 'keeper', secretKey: 'keeper-secret' };
    await addPolicy(storage, 'team-keys', [
      {
        Effect: 'Allow',
        Action: ['kms:CreateKey', 'kms:ListKeys', 'kms:KeyStatus'],
        Resource: ['arn:minio:kms:::team-*'],
      },
    ]);
    await addUser(storage, user, 'team-keys');
    const as = (method: string, path: string) =>
      storage.call({ method, path: `/${KMS}/${path}`, as: user });
    expect((await as('POST', 'key/create?key-id=team-1')).status).toBe(200);
    expect(errorOf(await as('POST', 'key/create?key-id=other'))).toBe('403 AccessDenied');
    expect(JSON.parse((await as('GET', 'key/list?pattern=')).text)).toMatchObject([
      { name: 'team-1' },
    ]);
    expect((await as('GET', 'key/status?key-id=team-1')).status).toBe(200);
    expect(errorOf(await as('GET', 'key/status?key-id=first'))).toBe('403 AccessDenied');
    expect(errorOf(await as('GET', 'status'))).toBe('403 AccessDenied');
    const anonymous = await storage.call({ path: `/${KMS}/status`, as: 'anonymous' });
    expect(errorOf(anonymous)).toBe('403 AccessDenied');
  });

  it('is not there without the file', async () => {
    const other = await startTestStorage();
    const send = sender(() => other);
    try {
      for (const [method, path] of [
        ['GET', `${KMS}/status`],
        ['GET', `${KMS}/version`],
        ['GET', `${KMS}/metrics`],
        ['GET', `${KMS}/key/list?pattern=`],
        ['GET', `${KMS}/key/status`],
        ['POST', `${KMS}/key/create?key-id=a`],
        ['POST', 'minio/admin/v3/kms/status'],
      ] as const) {
        expect(errorOf(await send(method, path))).toBe('501 NotImplemented');
      }
    } finally {
      await other.close();
    }
  });
});
