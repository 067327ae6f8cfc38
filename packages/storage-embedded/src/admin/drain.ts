import { S3Error } from '@stowage/storage-wire/s3-error';
import type { DrainLine } from '../engine/draining.ts';
import { DriveChangeError } from '../engine/drives/change-drives.ts';
import type { Operation } from '../s3/operation.ts';
import { reportReply } from './report-reply.ts';

/**
 * An addition to MinIO's API: moves everything off a drive and reports progress. Continues after
 * the client disconnects.
 */
export const drainDrive: Operation = {
  name: 'DrainDrive',
  action: 'admin:Decommission',
  run: async ({ store, query }) => {
    const path = query.get('drive') ?? '';
    return reportReply(await report(store.engine.drainDrive(path)));
  },
};

async function report(
  begun: Promise<AsyncGenerator<DrainLine>>,
): Promise<AsyncGenerator<DrainLine>> {
  try {
    return await begun;
  } catch (error) {
    if (error instanceof DriveChangeError) {
      throw new S3Error('XMinioAdminInvalidArgument', error.message);
    }
    throw error;
  }
}
