import { type Capability, capabilitiesWhere } from '@stowage/domain/capabilities';
import { createAdminClient } from '@stowage/storage-client/admin';
import { StorageRequestError } from '@stowage/storage-client/errors';
import { createS3Client } from '@stowage/storage-client/s3';
import { describe, expect, it } from 'vitest';
import type { StorageClients } from '../storage-server.ts';
import { guardedClients } from './guarded-clients.ts';

const OPTIONS = {
  endpoint: 'http://127.0.0.1:1',
  region: 'r',
  credentials: { accessKey: 'a', secretKey: 's' },
};
const clients: StorageClients = {
  s3: createS3Client(OPTIONS),
  admin: createAdminClient(OPTIONS),
};

function guard(has: (capability: Capability) => boolean, raw = clients) {
  const missing: Capability[] = [];
  const guarded = guardedClients(raw, {
    capabilities: async () => capabilitiesWhere(has),
    onMissing: async (capability) => void missing.push(capability),
  });
  return { ...guarded, missing };
}

/** The calls that are allowed whatever the server supports. */
function passing(guarded: object, raw: object): string[] {
  return Object.keys(raw).filter((name) => Reflect.get(guarded, name) === Reflect.get(raw, name));
}

describe('the clients of a server that offers little', () => {
  it('hold back every call beyond buckets and objects', () => {
    const { s3, admin } = guard(() => false);
    expect(passing(admin, clients.admin)).toEqual([]);
    expect(passing(s3, clients.s3).toSorted()).toEqual([
      'abortMultipartUpload',
      'completeMultipartUpload',
      'copyObject',
      'createMultipartUpload',
      'deleteObject',
      'deleteObjects',
      'getBucketLocation',
      'getObject',
      'headBucket',
      'headObject',
      'listBuckets',
      'listMultipartUploads',
      'listObjects',
      'listParts',
      'makeBucket',
      'presignGetObject',
      'presignListParts',
      'presignPutObject',
      'presignUploadPart',
      'putObject',
      'removeBucket',
      'uploadPart',
      'uploadPartCopy',
    ]);
  });

  it('send nothing of it, and say what is not offered', async () => {
    const { s3, admin } = guard(() => false);
    await expect(s3.deleteBucketPolicy({ bucket: 'b' })).rejects.toMatchObject({
      code: 'NotSupported',
      detail: 'This server does not offer access policies.',
    });
    await expect(admin.getBucketQuota({ bucket: 'b' })).rejects.toMatchObject({
      detail: 'This server does not offer quotas.',
    });
  });

  it('learn from a call that the server does not know after all', async () => {
    const refusal = (status: number) => new StorageRequestError({ status, code: 'X', message: '' });
    let status = 403;
    const s3 = {
      ...clients.s3,
      putBucketVersioning: () => Promise.reject(refusal(status)),
    };
    const guarded = guard(() => true, { ...clients, s3 });
    const change = () => guarded.s3.putBucketVersioning({ bucket: 'b', state: 'enabled' });
    await expect(change()).rejects.toMatchObject({ status: 403 });
    expect(guarded.missing).toEqual([]);
    status = 501;
    await expect(change()).rejects.toMatchObject({ status: 501 });
    expect(guarded.missing).toEqual(['versioning']);
  });
});
