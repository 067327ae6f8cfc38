import { S3Error } from '@stowage/storage-wire/s3-error';
import type { Operation } from '../s3/operation.ts';

/**
 * MinIO's raw files of an object: this store has none, as its objects share segments and an index.
 */
export const inspectData: Operation = {
  name: 'InspectData',
  action: 'admin:InspectData',
  run: () => {
    throw new S3Error('NotImplemented', 'This store keeps no files for single objects.');
  },
};
