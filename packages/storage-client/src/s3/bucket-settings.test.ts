import { describe, expect, it, onTestFinished } from 'vitest';
import { failure, startFakeStorage } from '../testing/fake-storage.ts';
import { createS3Client, type S3Client } from './client.ts';

interface Seen {
  readonly call: string;
  readonly force: string | undefined;
  readonly md5: string | undefined;
  readonly body: string;
}

/** A client whose calls are recorded and answered with this document. */
async function recorded(body = '', status = 200): Promise<{ client: S3Client; seen: Seen[] }> {
  const seen: Seen[] = [];
  const fake = await startFakeStorage(async (request, response) => {
    const { method, url, headers } = request;
    seen.push({
      call: `${method} ${url}`,
      force: headers['x-minio-force-delete']?.toString(),
      md5: headers['content-md5']?.toString(),
      body: Buffer.concat(await request.toArray()).toString(),
    });
    response.writeHead(status).end(body);
  });
  onTestFinished(fake.stop);
  return { client: createS3Client(fake.options), seen };
}

const bucket = 'b';

describe('the policy of a bucket', () => {
  it('is sent as it is', async () => {
    const { client, seen } = await recorded();
    await client.putBucketPolicy({ bucket, policy: '{"a": 1}' });
    await client.deleteBucketPolicy({ bucket });
    expect(seen.map(({ call }) => call)).toEqual(['PUT /b?policy=', 'DELETE /b?policy=']);
    expect(seen[0]?.body).toBe('{"a": 1}');
  });
});

describe('a server that overlooks the query of a setting', () => {
  it.each([
    'getBucketPolicy',
    'getBucketEncryption',
    'getLifecycleDocument',
    'getBucketNotification',
  ] as const)('does not have it: %s', async (read) => {
    const { client } = await recorded(
      '<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="s3"><Name>b</Name></ListBucketResult>',
    );
    expect(await failure(client[read]({ bucket }))).toMatchObject({
      ...{ code: 'NotImplemented', status: 501 },
    });
  });
});

describe('the tags of a bucket', () => {
  it('are sent with every character escaped', async () => {
    const { client, seen } = await recorded();
    await client.putBucketTagging({ bucket, tags: { 'a<b>': '"&\'', empty: '' } });
    expect(seen[0]?.call).toBe('PUT /b?tagging=');
    expect(seen[0]?.md5).toMatch(/^[\w+/]{22}==$/);
    expect(seen[0]?.body).toContain(
      '<TagSet><Tag><Key>a&lt;b&gt;</Key><Value>&#34;&amp;&#39;</Value></Tag>' +
        '<Tag><Key>empty</Key><Value></Value></Tag></TagSet>',
    );
  });

  it('are removed', async () => {
    const { client, seen } = await recorded();
    await client.deleteBucketTagging({ bucket });
    expect(seen[0]?.call).toBe('DELETE /b?tagging=');
  });
});

describe('the encryption of a bucket', () => {
  const document = (action: string) =>
    `<ServerSideEncryptionConfiguration><Rule><ApplyServerSideEncryptionByDefault>${action}` +
    '</ApplyServerSideEncryptionByDefault></Rule></ServerSideEncryptionConfiguration>';

  it.each([
    ['<SSEAlgorithm>AES256</SSEAlgorithm>', { algorithm: 'AES256' }],
    [
      '<SSEAlgorithm>aws:kms</SSEAlgorithm><KMSMasterKeyID>my-key</KMSMasterKeyID>',
      { algorithm: 'aws:kms', keyId: 'my-key' },
    ],
  ])('%s is read and written', async (action, encryption) => {
    const { client, seen } = await recorded(document(action));
    expect(await client.getBucketEncryption({ bucket })).toEqual(encryption);
    await client.putBucketEncryption({ bucket, encryption });
    expect(seen[1]?.call).toBe('PUT /b?encryption=');
    expect(seen[1]?.body).toContain(action);
  });

  it('cannot be without an algorithm', async () => {
    const { client } = await recorded(document(''));
    expect(await failure(client.getBucketEncryption({ bucket }))).toMatchObject({
      code: 'InvalidResponse',
    });
  });

  it('is removed', async () => {
    const { client, seen } = await recorded();
    await client.deleteBucketEncryption({ bucket });
    expect(seen[0]?.call).toBe('DELETE /b?encryption=');
  });
});

describe('removing a bucket', () => {
  it.each([
    [undefined, undefined],
    [false, undefined],
    [true, 'true'],
  ])('by force %s sends %s', async (force, header) => {
    const { client, seen } = await recorded();
    await client.removeBucket({ bucket, force });
    expect(seen[0]).toMatchObject({ call: 'DELETE /b', force: header });
  });
});

describe('incomplete uploads', () => {
  it('are listed from a place on, with their names decoded', async () => {
    const { client, seen } = await recorded(
      '<ListMultipartUploadsResult><EncodingType>url</EncodingType>' +
        '<IsTruncated>true</IsTruncated><NextKeyMarker>n%2B1</NextKeyMarker>' +
        '<NextUploadIdMarker>u2</NextUploadIdMarker><Upload><Key>a+b%2Fc</Key>' +
        '<UploadId>u1</UploadId><Initiated>2026-01-02T03:04:05.000Z</Initiated></Upload>' +
        '</ListMultipartUploadsResult>',
    );
    const page = await client.listMultipartUploads({ bucket, keyMarker: 'k', uploadIdMarker: 'u' });
    expect(page).toEqual({
      uploads: [{ key: 'a b/c', uploadId: 'u1', initiatedAt: '2026-01-02T03:04:05.000Z' }],
      truncated: true,
      nextKeyMarker: 'n+1',
      nextUploadIdMarker: 'u2',
    });
    const query = new URLSearchParams(seen[0]?.call.split('?')[1]);
    expect(query.get('key-marker')).toBe('k');
    expect(query.get('upload-id-marker')).toBe('u');
  });
});
