import { objectPath } from '@stowage/storage-wire/uri';
import {
  type XmlElement,
  xmlChild,
  xmlChildren,
  xmlDocument,
  xmlElement,
} from '@stowage/storage-wire/xml';
import { responseUnreadable } from '../answer-error.ts';
import { StorageRequestError } from '../errors.ts';
import type { Transport } from '../transport.ts';
import { checkNext } from './check-page.ts';
import { optionalText, readXml, textOf } from './read-xml.ts';
import type { BucketOperations, BucketSummary } from './types-buckets.ts';
import { xmlBody } from './xml-body.ts';

type BucketBasics = Pick<
  BucketOperations,
  'listBuckets' | 'makeBucket' | 'removeBucket' | 'headBucket' | 'getBucketLocation'
>;

/** The region for which S3 omits the name. */
const DEFAULT_REGION = 'us-east-1';

/** Servers with paged bucket lists return at least 1,000 per page. */
const MAX_PAGES = 100;

function readBuckets(root: XmlElement): BucketSummary[] {
  const buckets = xmlChild(root, 'Buckets');
  return (buckets === undefined ? [] : xmlChildren(buckets, 'Bucket')).map((bucket) => ({
    name: textOf(bucket, 'Name'),
    createdAt: textOf(bucket, 'CreationDate'),
  }));
}

export function bucketOperations(transport: Transport): BucketBasics {
  return {
    async listBuckets(call = {}) {
      const found: BucketSummary[] = [];
      let token: string | undefined;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const { bytes } = await transport.sendForBytes({
          method: 'GET',
          path: '/',
          query: token === undefined ? undefined : { 'continuation-token': token },
          signal: call.signal,
        });
        const root = readXml(bytes, 'ListAllMyBucketsResult');
        found.push(...readBuckets(root));
        const next = optionalText(root, 'ContinuationToken');
        if (next === undefined) return found;
        checkNext([token], [next]);
        token = next;
      }
      throw responseUnreadable(200, 'The list of buckets does not end.');
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
