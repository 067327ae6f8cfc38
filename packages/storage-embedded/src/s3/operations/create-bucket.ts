import { S3Error } from '@stowage/storage-wire/s3-error';
import { objectPath } from '@stowage/storage-wire/uri';
import { parseXml, xmlText } from '@stowage/storage-wire/xml';
import type { ApiRequest } from '../../api-request.ts';
import { emptyReply } from '../../http/reply.ts';
import { isBucketName, RESERVED_BUCKET } from '../bucket-names.ts';
import type { Operation } from '../operation.ts';

const MAX_BODY_BYTES = 64 * 1024;
const DEFAULT_REGION = 'us-east-1';

export const createBucket: Operation = {
  name: 'CreateBucket',
  // Conditions may refer to the region, which is in the body.
  action: 'none',
  run: async (request) => {
    const { bucket: name, store } = request;
    const own = store.region || store.config.running.region;
    const wanted = await readLocation(request);
    const facts = { LocationConstraint: [wanted || own || DEFAULT_REGION] };
    request.require('s3:CreateBucket', { ...request.resource, facts });
    if (name === RESERVED_BUCKET) {
      throw new S3Error('AllAccessDisabled');
    }
    if (!isBucketName(name)) {
      throw new S3Error('InvalidBucketName');
    }
    const objectLock = request.header('x-amz-bucket-object-lock-enabled')?.toLowerCase() === 'true';
    if (objectLock) {
      request.require('s3:PutBucketObjectLockConfiguration');
      request.require('s3:PutBucketVersioning');
    }
    if (wanted !== '' && own !== '' && wanted !== own) {
      // Buckets can only be created in the region of this store.
      throw new S3Error('InvalidRegion');
    }
    if (store.engine.getBucket(name) !== undefined) {
      throw new S3Error('BucketAlreadyOwnedByYou');
    }
    await store.engine.createBucket({ name, region: own || DEFAULT_REGION, objectLock });
    store.notifications.bucketChanged(name, request.cause('BucketCreated:*'));
    return emptyReply(200, ['Location', objectPath(name)]);
  },
};

/** Returns the region requested in the body; '' if none. */
async function readLocation(request: ApiRequest): Promise<string> {
  const body = await request.payload.read(MAX_BODY_BYTES);
  if (body.length === 0) {
    return '';
  }
  const root = parseXml(body);
  if (root.name !== 'CreateBucketConfiguration') {
    throw new S3Error('MalformedXML');
  }
  return xmlText(root, 'LocationConstraint') ?? '';
}
