import { S3Error } from '@stowage/storage-wire/s3-error';
import { parseXml, xmlChild } from '@stowage/storage-wire/xml';
import type { ApiRequest } from '../../api-request.ts';
import { emptyReply } from '../../http/reply.ts';
import { existingBucket } from '../buckets.ts';
import { existingObject, requestedVersion } from '../find-object.ts';
import type { Operation } from '../operation.ts';
import { readCount } from '../xml-fields.ts';

const MAX_BODY_BYTES = 64 * 1024;

/**
 * Restores a copy of an object from its tier for a number of days, or extends the existing copy.
 */
export const restoreObject: Operation = {
  name: 'RestoreObject',
  action: 's3:RestoreObject',
  run: async (request) => {
    const bucket = existingBucket(request);
    const object = existingObject(request, bucket, requestedVersion(request));
    if (object.tiering === undefined) {
      throw new S3Error('InvalidObjectState', 'The object is not in a tier.');
    }
    const days = await readDays(request);
    const wasHere = await request.store.tiering.restores.ask(object, days);
    if (!wasHere) {
      request.store.notifications.tell(bucket, object, () => request.cause('ObjectRestore:Post'));
    }
    return emptyReply(wasHere ? 200 : 202);
  },
};

/** @throws S3Error MalformedXML, InvalidArgument, NotImplemented */
async function readDays(request: ApiRequest): Promise<number> {
  const root = parseXml(await request.payload.read(MAX_BODY_BYTES));
  if (root.name !== 'RestoreRequest') {
    throw new S3Error('MalformedXML');
  }
  if (xmlChild(root, 'SelectParameters') ?? xmlChild(root, 'OutputLocation')) {
    throw new S3Error('NotImplemented', 'Objects are restored to where they are.');
  }
  const days = readCount(root, 'Days', 1);
  if (days === undefined) {
    throw new S3Error('MalformedXML', 'A restore needs Days.');
  }
  return days;
}
