import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import { emptyReply, jsonReply, type Reply } from '../http/reply.ts';
import type { Operation } from '../s3/operation.ts';

/** Restarts or stops the server. A restart reloads users, policies and configuration. */
export const controlService: Operation = {
  name: 'Service',
  action: ({ query }) =>
    query.get('action') === 'stop' ? 'admin:ServiceStop' : 'admin:ServiceRestart',
  run: (request) => {
    const action = request.query.get('action');
    if (action !== 'restart' && action !== 'stop') {
      throw new S3Error('XMinioAdminInvalidArgument');
    }
    const dryRun = request.query.get('dry-run') === 'true';
    if (!dryRun) {
      request.store.control(action);
    }
    return request.query.get('type') === '2' ? resultReply(request, action, dryRun) : emptyReply();
  },
};

/** MinIO's ServiceActionResult. */
function resultReply({ store }: ApiRequest, action: string, dryRun: boolean): Reply {
  return jsonReply({ action, dryRun, results: [{ host: store.endpoint() }] });
}
