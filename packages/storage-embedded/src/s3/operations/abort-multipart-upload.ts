import { emptyReply } from '../../http/reply.ts';
import { existingBucket } from '../buckets.ts';
import type { Operation } from '../operation.ts';
import { existingUpload } from '../uploads.ts';

export const abortMultipartUpload: Operation = {
  name: 'AbortMultipartUpload',
  action: 's3:AbortMultipartUpload',
  run: async (request) => {
    existingBucket(request);
    await request.store.engine.abortUpload(existingUpload(request));
    return emptyReply(204);
  },
};
