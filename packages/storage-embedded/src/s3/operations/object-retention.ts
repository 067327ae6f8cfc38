import { S3Error } from '@stowage/storage-wire/s3-error';
import {
  parseXml,
  type XmlElement,
  xmlDocument,
  xmlElement,
  xmlText,
} from '@stowage/storage-wire/xml';
import type { ApiRequest } from '../../api-request.ts';
import type { StoredObject } from '../../engine/types.ts';
import { emptyReply, xmlReply } from '../../http/reply.ts';
import { existingBucket } from '../buckets.ts';
import { existingObject, requestedVersion } from '../find-object.ts';
import { parseRetention, type Retention, requireLocking, retentionFacts } from '../object-lock.ts';
import type { Operation } from '../operation.ts';
import { tellOfRead } from '../tell-of-read.ts';
import { bypassesGovernance } from './delete-object.ts';

const MAX_BODY_BYTES = 64 * 1024;

export const getObjectRetention: Operation = {
  name: 'GetObjectRetention',
  action: 's3:GetObjectRetention',
  run: (request) => {
    const object = lockableObject(request);
    const { retention } = object;
    if (retention === undefined) {
      throw new S3Error('NoSuchObjectLockConfiguration');
    }
    tellOfRead(request, object, 'GetRetention');
    return xmlReply(
      xmlDocument('Retention', [
        xmlElement('Mode', retention.mode),
        xmlElement('RetainUntilDate', new Date(retention.until).toISOString()),
      ]),
    );
  },
};

export const putObjectRetention: Operation = {
  name: 'PutObjectRetention',
  // Conditions may refer to the retention, which is in the body.
  action: 'none',
  run: async (request) => {
    const retention = await readLock(request, 's3:PutObjectRetention', parseBody);
    const about = { ...request.resource, facts: retentionFacts(retention) };
    request.require('s3:PutObjectRetention', about);
    const { bucket, key, versionId } = lockableObject(request);
    const bypass = bypassesGovernance(request, about);
    const cause = request.cause('ObjectCreated:PutRetention');
    await request.store.engine.updateObject({ bucket, key, versionId, cause }, (current) => {
      refuseWeakening(current, retention, bypass);
      return { retention: retention ?? null };
    });
    await request.store.replication.inStep({ bucket, key, versionId });
    return emptyReply(200);
  },
};

/**
 * Returns the object whose lock is requested.
 *
 * @throws S3Error InvalidRequest if the bucket has no object lock, and those of existingObject
 */
export function lockableObject(request: ApiRequest): StoredObject {
  const bucket = existingBucket(request);
  requireLocking(bucket);
  return existingObject(request, bucket, requestedVersion(request));
}

/**
 * Parses the lock in the body. Missing permissions and a missing bucket are reported before any
 * error in the body.
 *
 * @throws S3Error AccessDenied, NoSuchBucket, MalformedXML
 */
export async function readLock<T>(
  request: ApiRequest,
  action: string,
  parse: (root: XmlElement) => T,
): Promise<T> {
  const body = await request.payload.read(MAX_BODY_BYTES);
  try {
    return parse(parseXml(body));
  } catch (error) {
    request.require(action);
    existingBucket(request);
    throw error;
  }
}

/** An empty document removes the retention. */
function parseBody(root: XmlElement): Retention | undefined {
  const mode = xmlText(root, 'Mode') ?? '';
  const until = xmlText(root, 'RetainUntilDate') ?? '';
  if (root.name !== 'Retention' || (mode === '') !== (until === '')) {
    throw new S3Error('MalformedXML');
  }
  return mode === '' ? undefined : parseRetention(mode, until.trim(), 'MalformedXML');
}

/**
 * Retention may be extended; any other change requires a bypass, which compliance mode never
 * allows.
 */
function refuseWeakening(
  { retention: current }: StoredObject,
  next: Retention | undefined,
  bypass: boolean,
): void {
  if (current === undefined || current.until <= Date.now()) {
    return;
  }
  const keeps = next !== undefined && next.until >= current.until && next.mode === current.mode;
  if (!keeps && (current.mode === 'COMPLIANCE' || !bypass)) {
    throw new S3Error('ObjectLocked');
  }
}
