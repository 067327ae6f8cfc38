import { randomBytes } from 'node:crypto';
import { createS3Client } from '@stowage/storage-client/s3';
import { describe, expect, it } from 'vitest';
import { copyObject } from '../../apps/server/src/modules/jobs/copy-object.ts';
import { MIB } from './support/content.ts';
import { useServer } from './support/server.ts';

const server = useServer();
const DESCRIBED = {
  contentType: 'text/html',
  contentEncoding: 'identity',
  contentDisposition: 'attachment; filename="a.html"',
  contentLanguage: 'de-AT',
  cacheControl: 'max-age=60',
  expires: 'Wed, 21 Oct 2037 07:28:00 GMT',
};

describe("the jobs' copy of a large object", () => {
  it.each([
    ['in one call', 64],
    ['in parts', 5],
  ])('has content, headers, metadata and tags of its source, %s', async (_how, inOneCall) => {
    const { endpoint, region, accessKey, secretKey } = server.target;
    const s3 = createS3Client({ endpoint, region, credentials: { accessKey, secretKey } });
    const bucket = await server.bucket();
    const body = randomBytes(11 * MIB);
    const metadata = { from: 'the source' };
    const tags = { team: 'a b' };
    const written = { ...DESCRIBED, metadata, tags };
    await s3.putObject({ bucket, key: 'source', body, size: body.length, ...written });
    const { etag } = await s3.headObject({ bucket, key: 'source' });
    const uploads: string[] = [];

    await copyObject(
      s3,
      {
        source: { bucket, key: 'source', ifMatch: etag },
        size: body.length,
        bucket,
        key: 'copy',
        keep: { metadata: true, tags: true },
        onUpload: async (id) => void uploads.push(id),
        signal: AbortSignal.timeout(60_000),
      },
      { inOneCall: inOneCall * MIB, part: 5 * MIB },
    );

    expect(uploads).toHaveLength(inOneCall < 11 ? 1 : 0);
    const copy = await s3.getObject({ bucket, key: 'copy' });
    expect(copy.headers).toMatchObject({ ...DESCRIBED, metadata });
    expect(Buffer.concat(await copy.body.toArray()).equals(body)).toBe(true);
    expect(await s3.getObjectTagging({ bucket, key: 'copy' })).toEqual(tags);
  });
});
