import { parseXml } from '@stowage/storage-wire/xml';
import type { ApiRequest } from '../../api-request.ts';
import { requestTags } from '../../auth/brought.ts';
import { emptyReply, xmlReply } from '../../http/reply.ts';
import { existingBucket } from '../buckets.ts';
import { existingObject, requestedVersion } from '../find-object.ts';
import { addVersion } from '../object-headers.ts';
import type { Operation } from '../operation.ts';
import { MAX_OBJECT_TAGS, readTagging, type Tags, writeTagging } from '../tagging.ts';

const MAX_BODY_BYTES = 64 * 1024;

export const getObjectTagging: Operation = {
  name: 'GetObjectTagging',
  action: forVersion('s3:GetObjectTagging', 's3:GetObjectVersionTagging'),
  run: (request) => {
    const bucket = existingBucket(request);
    const object = existingObject(request, bucket, requestedVersion(request));
    const headers: string[] = [];
    addVersion(headers, object.versionId, bucket);
    return xmlReply(writeTagging(object.tags), headers);
  },
};

export const putObjectTagging: Operation = {
  name: 'PutObjectTagging',
  // Conditions may refer to the tags, which are in the body.
  action: 'none',
  run: async (request) => {
    const body = await request.payload.read(MAX_BODY_BYTES);
    const tags = readTagging(parseXml(body), MAX_OBJECT_TAGS);
    const action = forVersion('s3:PutObjectTagging', 's3:PutObjectVersionTagging');
    request.require(action(request), { ...request.resource, facts: requestTags(tags) });
    return emptyReply(200, await setTags(request, tags, 'PutTagging'));
  },
};

export const deleteObjectTagging: Operation = {
  name: 'DeleteObjectTagging',
  action: forVersion('s3:DeleteObjectTagging', 's3:DeleteObjectVersionTagging'),
  run: async (request) => emptyReply(204, await setTags(request, {}, 'DeleteTagging')),
};

function forVersion(latest: string, named: string): (request: ApiRequest) => string {
  return ({ query }) => (query.has('versionId') ? named : latest);
}

async function setTags(
  request: ApiRequest,
  tags: Tags,
  event: 'PutTagging' | 'DeleteTagging',
): Promise<string[]> {
  const bucket = existingBucket(request);
  const { versionId } = existingObject(request, bucket, requestedVersion(request));
  const { key, store } = request;
  const cause = request.cause(`ObjectCreated:${event}`);
  await store.engine.updateObject({ bucket: bucket.name, key, versionId, cause }, () => ({ tags }));
  await store.replication.inStep({ bucket: bucket.name, key, versionId });
  const headers: string[] = [];
  addVersion(headers, versionId, bucket);
  return headers;
}
