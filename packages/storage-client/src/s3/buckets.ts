import { objectPath } from '@stowage/storage-wire/uri';
import { xmlChild, xmlChildren, xmlDocument, xmlElement } from '@stowage/storage-wire/xml';
import { StorageRequestError } from '../errors.ts';
import type { Transport } from '../transport.ts';
import { readXml, textOf } from './read-xml.ts';
import type { BucketOperations } from './types-buckets.ts';
import { xmlBody } from './xml-body.ts';

type BucketBasics = Pick<
  BucketOperations,
  'listBuckets' | 'makeBucket' | 'removeBucket' | 'headBucket' | 'getBucketLocation'
>;

/** The region whose name S3 leaves out. */
const DEFAULT_REGION = 'us-east-1';

export function bucketOperations(transport: Transport): BucketBasics {
  return {
    async listBuckets(call = {}) {
      const { bytes } = await transport.sendForBytes({
        method: 'GET',
        path: '/',
        signal: call.signal,
      });
      const buckets = xmlChild(readXml(bytes, 'ListAllMyBucketsResult'), 'Buckets');
      return (buckets === undefined ? [] : xmlChildren(buckets, 'Bucket')).map((bucket) => ({
        name: textOf(bucket, 'Name'),
        createdAt: textOf(bucket, 'CreationDate'),
      }));
    },

    async makeBucket({ bucket, region = transport.region, objectLock, signal }) {
      const constraint =
        region === DEFAULT_REGION
          ? undefined
          : xmlBody(
              xmlDocument('CreateBucketConfiguration', [xmlElement('LocationConstraint', region)]),
            );
      await transport.sendForHeaders({
        method: 'PUT',
        path: objectPath(bucket),
        headers: {
          ...constraint?.headers,
          'x-amz-bucket-object-lock-enabled': objectLock === true ? 'true' : undefined,
        },
        body: constraint?.body,
        signal,
      });
    },

    async removeBucket({ bucket, force, signal }) {
      await transport.sendForHeaders({
        method: 'DELETE',
        path: objectPath(bucket),
        headers: { 'x-minio-force-delete': force === true ? 'true' : undefined },
        signal,
      });
    },

    async headBucket({ bucket, signal }) {
      try {
        await transport.sendForHeaders({ method: 'HEAD', path: objectPath(bucket), signal });
      } catch (error) {
        throw error instanceof StorageRequestError && error.code === 'NotFound'
          ? new StorageRequestError({ ...error, code: 'NoSuchBucket', message: error.message })
          : error;
      }
    },

    async getBucketLocation({ bucket, signal }) {
      const { bytes } = await transport.sendForBytes({
        method: 'GET',
        path: objectPath(bucket),
        query: { location: '' },
        signal,
      });
      return readXml(bytes, 'LocationConstraint').text.trim() || DEFAULT_REGION;
    },
  };
}
