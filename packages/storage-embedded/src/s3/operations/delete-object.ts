import type { ApiRequest, Resource } from '../../api-request.ts';
import { emptyReply } from '../../http/reply.ts';
import { existingBucket } from '../buckets.ts';
import { deleteGuard } from '../delete-conditions.ts';
import { requestedVersion } from '../find-object.ts';
import type { Operation } from '../operation.ts';

export const deleteObject: Operation = {
  name: 'DeleteObject',
  action: ({ query }) => deleteAction(query.get('versionId')),
  run: async (request) => {
    const bucket = existingBucket(request);
    const versionId = requestedVersion(request);
    const guard = deleteGuard({
      ifMatch: request.header('if-match'),
      lastModified: request.header('x-amz-if-match-last-modified-time'),
      size: request.header('x-amz-if-match-size'),
    });
    const deleted = await request.store.engine.deleteObject({
      bucket: bucket.name,
      key: request.key,
      bypassGovernance: bypassesGovernance(request, request.resource),
      cause: request.cause('ObjectRemoved:Delete'),
      ...(versionId === undefined ? {} : { versionId }),
      ...(guard === undefined ? {} : { guard }),
    });
    const headers: string[] = [];
    if (deleted.deleteMarker) {
      headers.push('x-amz-delete-marker', 'true');
    }
    const named = deleted.versionId ?? versionId;
    if (named !== undefined && bucket.versioning !== 'off') {
      headers.push('x-amz-version-id', named);
    }
    return emptyReply(204, headers);
  },
};

/** The action that deleting needs. */
export function deleteAction(versionId: string | undefined): string {
  return versionId === undefined || versionId === '' ? 's3:DeleteObject' : 's3:DeleteObjectVersion';
}

/** Whether governance retention is to be passed over: asked for by the request and allowed. */
export function bypassesGovernance(request: ApiRequest, resource: Resource): boolean {
  return (
    String(request.headers['x-amz-bypass-governance-retention']).toLowerCase() === 'true' &&
    request.allows('s3:BypassGovernanceRetention', resource)
  );
}
