import { describe, expect, it } from 'vitest';
import { KMS_KEY } from '../targets/running-target.ts';
import { adminErrorCode } from './support/admin.ts';
import { send } from './support/raw-request.ts';
import { useServer } from './support/server.ts';

const server = useServer();

async function read(call: string, query: Record<string, string> = {}): Promise<unknown> {
  const response = await send(server.target, { path: `/minio/kms/v1/${call}`, query });
  expect(response.status).toBe(200);
  return JSON.parse(response.body.toString('utf8'));
}

describe('the key service', () => {
  it('tells its default key and that it works', async () => {
    const status = await read('status');
    expect(status).toMatchObject({ 'default-key-id': KMS_KEY, state: expect.any(Object) });
    expect(status).toHaveProperty('endpoints');
    expect(await read('version')).toEqual({ version: expect.any(String) });
    const old = await send(server.target, { method: 'POST', path: '/minio/admin/v3/kms/status' });
    expect(JSON.parse(old.body.toString('utf8'))).toMatchObject({ 'default-key-id': KMS_KEY });
  });

  it('lists keys by the beginning of their names', async () => {
    const key = { name: KMS_KEY, createdBy: '', createdAt: expect.any(String) };
    expect(await read('key/list', { pattern: '' })).toEqual([key]);
    expect(await read('key/list', { pattern: KMS_KEY.slice(0, 3) })).toEqual([key]);
    expect(await read('key/list', { pattern: 'other' })).toEqual([]);
  });

  it('tells whether a key works', async () => {
    expect(await read('key/status')).toEqual({ 'key-id': KMS_KEY });
    expect(await read('key/status', { 'key-id': KMS_KEY })).toEqual({ 'key-id': KMS_KEY });
    expect(await read('key/status', { 'key-id': 'missing' })).toEqual({
      'key-id': 'missing',
      'encryption-error': 'key with given key ID does not exist',
    });
  });

  it('counts what it does', async () => {
    const metrics = await read('metrics');
    expect(metrics).toMatchObject({
      kms_req_success: expect.any(Number),
      kms_req_error: expect.any(Number),
      kms_resp_time: expect.any(Object),
    });
  });

  it('makes no key twice', async () => {
    const query = { 'key-id': KMS_KEY };
    const path = '/minio/kms/v1/key/create';
    const response = await send(server.target, { method: 'POST', path, query });
    expect(response.status).toBeGreaterThanOrEqual(400);
  });

  it('is for those who were allowed it', async () => {
    const account = { accessKey: 'nobody', secretKey: 'nobody-secret' };
    const response = await send(server.target, { path: '/minio/kms/v1/status', account });
    expect(response.status).toBe(403);
    expect(adminErrorCode(response)).toBe('InvalidAccessKeyId');
  });
});
