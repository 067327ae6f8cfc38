import { S3Error } from '@stowage/storage-wire/s3-error';
import { parseXml, xmlChild, xmlChildren, xmlText } from '@stowage/storage-wire/xml';
import type { ApiRequest } from '../../api-request.ts';
import { emptyReply, type Reply, xmlReply } from '../../http/reply.ts';
import { existingBucket } from '../buckets.ts';
import { existingObject, requestedVersion } from '../find-object.ts';
import type { Operation } from '../operation.ts';
import { OWNER_ID, OWNER_NAME } from '../xml-listing.ts';

const MAX_BODY_BYTES = 64 * 1024;

/** Access is granted by policies only; this is the only access control list. */
const PRIVATE_ACL = `<?xml version="1.0" encoding="UTF-8"?>
<AccessControlPolicy xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Owner><ID>${OWNER_ID}</ID><DisplayName>${OWNER_NAME}</DisplayName></Owner><AccessControlList><Grant><Grantee xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="CanonicalUser"><ID>${OWNER_ID}</ID><DisplayName>${OWNER_NAME}</DisplayName></Grantee><Permission>FULL_CONTROL</Permission></Grant></AccessControlList></AccessControlPolicy>`;

export const getBucketAcl: Operation = {
  name: 'GetBucketAcl',
  action: 's3:GetBucketPolicy',
  run: (request) => {
    existingBucket(request);
    return xmlReply(PRIVATE_ACL);
  },
};

export const putBucketAcl: Operation = {
  name: 'PutBucketAcl',
  action: 's3:PutBucketPolicy',
  run: (request) => {
    existingBucket(request);
    return acceptPrivate(request);
  },
};

export const getObjectAcl: Operation = {
  name: 'GetObjectAcl',
  action: 's3:GetBucketPolicy',
  run: (request) => {
    existingObject(request, existingBucket(request), requestedVersion(request));
    return xmlReply(PRIVATE_ACL);
  },
};

export const putObjectAcl: Operation = {
  name: 'PutObjectAcl',
  action: 's3:PutBucketPolicy',
  run: (request) => {
    existingObject(request, existingBucket(request), requestedVersion(request));
    return acceptPrivate(request);
  },
};

/**
 * Accepts the private ACL, which is what clients get anyway; any other must not be ignored
 * silently.
 */
async function acceptPrivate(request: ApiRequest): Promise<Reply> {
  const canned = request.header('x-amz-acl');
  if (canned !== undefined) {
    if (canned !== 'private') {
      throw new S3Error('NotImplemented', 'Access control lists are not offered.');
    }
    return emptyReply(200);
  }
  const list = xmlChild(parseXml(await request.payload.read(MAX_BODY_BYTES)), 'AccessControlList');
  const grants = list === undefined ? [] : xmlChildren(list, 'Grant');
  const [only] = grants;
  if (only === undefined) {
    throw new S3Error('MalformedXML');
  }
  if (grants.length > 1 || xmlText(only, 'Permission') !== 'FULL_CONTROL') {
    throw new S3Error('NotImplemented', 'Access control lists are not offered.');
  }
  return emptyReply(200);
}
