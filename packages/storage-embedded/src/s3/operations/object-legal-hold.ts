import { S3Error } from '@stowage/storage-wire/s3-error';
import { type XmlElement, xmlDocument, xmlElement, xmlText } from '@stowage/storage-wire/xml';
import { requestLocks } from '../../auth/brought.ts';
import { emptyReply, xmlReply } from '../../http/reply.ts';
import { parseHold } from '../object-lock.ts';
import type { Operation } from '../operation.ts';
import { tellOfRead } from '../tell-of-read.ts';
import { lockableObject, readLock } from './object-retention.ts';

export const getObjectLegalHold: Operation = {
  name: 'GetObjectLegalHold',
  action: 's3:GetObjectLegalHold',
  run: (request) => {
    const object = lockableObject(request);
    const { legalHold } = object;
    if (legalHold === undefined) {
      throw new S3Error('NoSuchObjectLockConfiguration');
    }
    tellOfRead(request, object, 'GetLegalHold');
    return xmlReply(xmlDocument('LegalHold', [xmlElement('Status', legalHold ? 'ON' : 'OFF')]));
  },
};

export const putObjectLegalHold: Operation = {
  name: 'PutObjectLegalHold',
  // Conditions may refer to the hold, which is in the body.
  action: 'none',
  run: async (request) => {
    const legalHold = await readLock(request, 's3:PutObjectLegalHold', parseBody);
    const facts = requestLocks({ hold: legalHold ? 'ON' : 'OFF' });
    request.require('s3:PutObjectLegalHold', { ...request.resource, facts });
    const { bucket, key, versionId } = lockableObject(request);
    const cause = request.cause('ObjectCreated:PutLegalHold');
    await request.store.engine.updateObject({ bucket, key, versionId, cause }, () => ({
      legalHold,
    }));
    await request.store.replication.inStep({ bucket, key, versionId });
    return emptyReply(200);
  },
};

function parseBody(root: XmlElement): boolean {
  const status = xmlText(root, 'Status');
  if (root.name !== 'LegalHold' || status === undefined) {
    throw new S3Error('MalformedXML');
  }
  return parseHold(status, 'MalformedXML');
}
