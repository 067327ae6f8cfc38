import {
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { adminErrorCode, adminJson, adminSend, createUser } from './support/admin.ts';
import { content, KIB } from './support/content.ts';
import { ofTarget } from './support/differences.ts';
import { send } from './support/raw-request.ts';
import { failure, freshName, useServer } from './support/server.ts';

const server = useServer();

function setQuota(bucket: string, quota: number) {
  const body = JSON.stringify({ quota, size: quota, quotatype: quota === 0 ? '' : 'hard' });
  const query = { bucket };
  return adminJson(server.target, { method: 'PUT', operation: 'set-bucket-quota', query, body });
}

function getQuota(bucket: string) {
  return adminJson(server.target, { operation: 'get-bucket-quota', query: { bucket } });
}

describe('the quota of a bucket', () => {
  it('is set, given back and taken away', async () => {
    const bucket = await server.bucket();
    await setQuota(bucket, 1_048_576);
    expect(await getQuota(bucket)).toMatchObject({ quota: 1_048_576, quotatype: 'hard' });
    await setQuota(bucket, 0);
    expect(await getQuota(bucket)).not.toMatchObject({ quota: 1_048_576 });
  });

  it.runIf(ofTarget('quotaAtOnce'))('refuses what would go over it, at once', async () => {
    const Bucket = await server.bucket();
    await setQuota(Bucket, 100 * KIB);
    const put = (Key: string, size: number) =>
      server.s3.send(new PutObjectCommand({ Bucket, Key, Body: content(size) }));
    await put('fits', 60 * KIB);
    const over = { code: 'XMinioAdminBucketQuotaExceeded', status: 400 };
    expect(await failure(put('too-much', 60 * KIB))).toEqual(over);
    expect((await send(server.target, { bucket: Bucket, key: 'too-much' })).status).toBe(404);
    const { UploadId } = await server.s3.send(
      new CreateMultipartUploadCommand({ Bucket, Key: 'parts' }),
    );
    const part = { Bucket, Key: 'parts', UploadId, PartNumber: 1, Body: content(60 * KIB) };
    expect(await failure(server.s3.send(new UploadPartCommand(part)))).toEqual(over);
    await put('fits too', 30 * KIB);
  });

  it('is refused for a bucket that is not there', async () => {
    const response = await adminSend(server.target, {
      method: 'PUT',
      operation: 'set-bucket-quota',
      query: { bucket: freshName() },
      body: JSON.stringify({ quota: 1, quotatype: 'hard' }),
    });
    expect(response.status).toBe(404);
    expect(adminErrorCode(response)).toBe('NoSuchBucket');
  });

  it.runIf(ofTarget('refusesSenselessQuotas'))('is refused when it makes no sense', async () => {
    const bucket = await server.bucket();
    for (const body of ['{', '{"quota":1024,"quotatype":"soft"}']) {
      const query = { bucket };
      const set = { method: 'PUT', operation: 'set-bucket-quota', query, body };
      const response = await adminSend(server.target, set);
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
    }
  });

  it('is for administrators', async () => {
    const bucket = await server.bucket();
    const account = { accessKey: freshName('user'), secretKey: 'some-secret' };
    await createUser(server.target, account, 'readwrite');
    const response = await adminSend(server.target, {
      operation: 'get-bucket-quota',
      query: { bucket },
      account,
    });
    expect(response.status).toBe(403);
  });
});
