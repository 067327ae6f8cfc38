import type { ApiRequest, Resource } from '../../api-request.ts';
import type { ReplicaOrigin } from '../../engine/object-replication.ts';
import type { DeleteObject } from '../../engine/types.ts';
import { emptyReply } from '../../http/reply.ts';
import { SOURCE } from '../../replication/replica-headers.ts';
import { existingBucket } from '../buckets.ts';
import { deleteGuard } from '../delete-conditions.ts';
import { requestedVersion } from '../find-object.ts';
import type { Operation } from '../operation.ts';
import { isReplicaRequest, readOrigin } from '../replication-request.ts';

export const deleteObject: Operation = {
  name: 'DeleteObject',
  action: (request) =>
    deleteAction(isReplicaRequest(request) ? undefined : request.query.get('versionId')),
  run: async (request) => {
    const bucket = existingBucket(request);
    const versionId = requestedVersion(request);
    const guard = deleteGuard({
      ifMatch: request.header('if-match'),
      lastModified: request.header('x-amz-if-match-last-modified-time'),
      size: request.header('x-amz-if-match-size'),
    });
    const origin = readOrigin(request, 's3:ReplicateDelete');
    const { engine, replication } = request.store;
    const deleted = await engine.deleteObject({
      bucket: bucket.name,
      key: request.key,
      // The source already permitted the deletion.
      bypassGovernance: origin !== undefined || bypassesGovernance(request, request.resource),
      cause: request.cause('ObjectRemoved:Delete'),
      ...(versionId === undefined ? {} : { versionId }),
      ...(guard === undefined ? {} : { guard }),
      ...(origin === undefined ? {} : { replica: replicaOf(request, origin) }),
    });
    const headers: string[] = [];
    if (deleted.deleteMarker) {
      headers.push('x-amz-delete-marker', 'true');
    }
    const named = deleted.versionId ?? versionId;
    await replication.inStep({
      bucket: bucket.name,
      key: request.key,
      versionId: named ?? 'null',
    });
    if (named !== undefined && bucket.versioning !== 'off') {
      headers.push('x-amz-version-id', named);
    }
    return emptyReply(204, headers);
  },
};

function replicaOf(
  request: ApiRequest,
  { modifiedAt }: ReplicaOrigin,
): NonNullable<DeleteObject['replica']> {
  const marker = request.header(SOURCE.marker) === 'true';
  return { marker, ...(modifiedAt === undefined ? {} : { modifiedAt }) };
}

/** Returns the action required for deleting. */
export function deleteAction(versionId: string | undefined): string {
  return versionId === undefined || versionId === '' ? 's3:DeleteObject' : 's3:DeleteObjectVersion';
}

/** Whether governance retention is bypassed: requested and allowed. */
export function bypassesGovernance(request: ApiRequest, resource: Resource): boolean {
  return (
    String(request.headers['x-amz-bypass-governance-retention']).toLowerCase() === 'true' &&
    request.allows('s3:BypassGovernanceRetention', resource)
  );
}
