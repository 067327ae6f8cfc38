import { S3Error } from '@stowage/storage-wire/s3-error';
import { parseXml, xmlDocument, xmlElement, xmlText } from '@stowage/storage-wire/xml';
import type { StoredBucket } from '../../engine/types.ts';
import { emptyReply, xmlReply } from '../../http/reply.ts';
import { replicationOf } from '../../replication/bucket-rules.ts';
import { existingBucket } from '../buckets.ts';
import type { Operation } from '../operation.ts';

const MAX_BODY_BYTES = 64 * 1024;

export const getBucketVersioning: Operation = {
  name: 'GetBucketVersioning',
  action: 's3:GetBucketVersioning',
  run: (request) => {
    const { versioning } = existingBucket(request);
    const status = versioning === 'enabled' ? 'Enabled' : 'Suspended';
    return xmlReply(
      xmlDocument('VersioningConfiguration', [
        versioning === 'off' ? undefined : xmlElement('Status', status),
      ]),
    );
  },
};

export const putBucketVersioning: Operation = {
  name: 'PutBucketVersioning',
  action: 's3:PutBucketVersioning',
  run: async (request) => {
    const bucket = existingBucket(request);
    const root = parseXml(await request.payload.read(MAX_BODY_BYTES));
    if (root.name !== 'VersioningConfiguration') {
      throw new S3Error('MalformedXML');
    }
    const status = xmlText(root, 'Status') ?? '';
    if (status !== 'Enabled' && status !== 'Suspended') {
      throw new S3Error('IllegalVersioningConfigurationException');
    }
    if (xmlText(root, 'MfaDelete')?.toLowerCase() === 'enabled') {
      throw new S3Error('NotImplemented', 'MFA delete is not offered.');
    }
    if (status === 'Suspended') {
      checkSuspension(bucket);
    }
    await request.store.engine.updateBucket(bucket.name, {
      versioning: status === 'Enabled' ? 'enabled' : 'suspended',
    });
    return emptyReply(200);
  },
};

/**
 * Features that need every version prevent a bucket from suspending versioning: replication, for
 * example, would stop silently.
 */
function checkSuspension(bucket: StoredBucket): void {
  if (bucket.objectLock) {
    throw suspensionRefused(
      'An Object Lock configuration is present on this bucket, versioning cannot be suspended.',
    );
  }
  if (replicationOf(bucket) !== undefined) {
    throw suspensionRefused(
      'A replication configuration is present on this bucket, bucket wide versioning cannot be suspended.',
    );
  }
}

function suspensionRefused(message: string): S3Error {
  return new S3Error('InvalidBucketState', message);
}
