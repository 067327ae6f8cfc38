import { S3Error } from '@stowage/storage-wire/s3-error';
import { xmlDocument, xmlElement } from '@stowage/storage-wire/xml';
import type { ApiRequest } from '../../api-request.ts';
import { requestTags } from '../../auth/brought.ts';
import type { ReplicaOrigin } from '../../engine/object-replication.ts';
import type {
  IncomingBody,
  ObjectAttributes,
  StoredBucket,
  StoredObject,
} from '../../engine/types.ts';
import { xmlReply } from '../../http/reply.ts';
import { existingBucket } from '../buckets.ts';
import { checksumElements, readChecksumAlgorithm } from '../checksum-headers.ts';
import { compressionOf } from '../compression/compressible.ts';
import { copiedBody, openCopySource } from '../copy-source.ts';
import type { CopySource } from '../copy-source-header.ts';
import { newEncryption } from '../encryption/content.ts';
import { keptEncryption } from '../encryption/object-keys.ts';
import { asksEncryption } from '../encryption/read-wish.ts';
import { writeCondition } from '../etags.ts';
import { withChecksum } from '../hashing-body.ts';
import {
  type Description,
  REDIRECT,
  readDescription,
  readStorageClass,
  readTags,
} from '../object-attributes.ts';
import { readLockAttributes } from '../object-lock.ts';
import type { Operation } from '../operation.ts';
import { updateReplica } from '../replica-update.ts';
import { readOrigin } from '../replication-request.ts';
import { storedBody } from '../stored-body.ts';
import { writtenHeaders } from './put-object.ts';

export const copyObject: Operation = {
  name: 'CopyObject',
  action: 's3:PutObject',
  run: async (request) => {
    const bucket = existingBucket(request);
    const { source, object } = openCopySource(request);
    const origin = readOrigin(request);
    if (origin !== undefined) {
      const updated = await copyOfReplica(request, bucket, { source, origin });
      return xmlReply(xmlDocument('CopyObjectResult', copyResult(updated)));
    }
    const attributes = copiedAttributes(request, bucket, object);
    refuseVoidCopy(request, source, object, attributes);
    const body = withKeptChecksum(
      await copiedBody(request, object, undefined),
      object,
      readChecksumAlgorithm(request.headers),
    );
    const condition = writeCondition(request);
    const { engine, quotas } = request.store;
    const copy = await quotas.within(bucket.name, object.size, () =>
      engine.putObject({
        bucket: bucket.name,
        key: request.key,
        attributes,
        body: storedBody(request, attributes, body),
        cause: request.cause('ObjectCreated:Copy'),
        ...(condition === undefined ? {} : { condition }),
      }),
    );
    await request.store.replication.inStep(copy);
    const headers = writtenHeaders(request, copy, bucket);
    if (object.versionId !== 'null') {
      headers.push('x-amz-copy-source-version-id', object.versionId);
    }
    return xmlReply(xmlDocument('CopyObjectResult', copyResult(copy)), headers);
  },
};

/** Replicas can only be copied onto themselves, which updates their metadata. */
function copyOfReplica(
  request: ApiRequest,
  bucket: StoredBucket,
  { source, origin }: { source: CopySource; origin: ReplicaOrigin },
): Promise<StoredObject> {
  const { key } = request;
  const isSame = source.bucket === bucket.name && source.key === key;
  if (!isSame || source.versionId !== origin.versionId) {
    throw new S3Error('NotImplemented', 'A replica cannot be made as a copy of another object.');
  }
  return updateReplica(request, bucket, origin);
}

function copyResult(copy: StoredObject): string[] {
  const checksum = copy.checksum === undefined ? [] : checksumElements(copy.checksum);
  return [
    xmlElement('LastModified', new Date(copy.modifiedAt).toISOString()),
    xmlElement('ETag', `"${copy.etag}"`),
    ...checksum.map(([name, value]) => xmlElement(name, value)),
  ];
}

function copiedAttributes(
  request: ApiRequest,
  bucket: StoredBucket,
  object: StoredObject,
): ObjectAttributes {
  const replaced = directive(request, 'x-amz-metadata-directive', 'Unknown metadata directive.');
  const retagged = directive(request, 'x-amz-tagging-directive', 'Unknown tagging directive.');
  const described = readDescription(request);
  const attributes: ObjectAttributes = {
    ...(replaced ? described : keptDescription(object, described)),
    tags: retagged ? readTags(request) : keptTags(request, object),
    storageClass: readStorageClass(request) ?? 'STANDARD',
    ...readLockAttributes(request, bucket),
    ...newEncryption(request, bucket),
  };
  return { ...attributes, ...compressionOf(request, attributes, object.size) };
}

/** A website redirect is not copied with its page: a copy has one only if the request sets it. */
function keptDescription(object: StoredObject, described: Description): Description {
  const { [REDIRECT]: _, ...headers } = object.headers;
  const redirect = described.headers[REDIRECT];
  return {
    contentType: object.contentType,
    headers: { ...headers, ...(redirect === undefined ? {} : { [REDIRECT]: redirect }) },
    metadata: object.metadata,
  };
}

/**
 * Keeps the source's tags, which requires the same permissions as tags in the request.
 *
 * @throws S3Error AccessDenied
 */
function keptTags(request: ApiRequest, { tags }: StoredObject): StoredObject['tags'] {
  if (Object.keys(tags).length > 0) {
    const { written } = request;
    const about = { ...written, facts: { ...written.facts, ...requestTags(tags) } };
    request.require('s3:PutObject', about);
    request.require('s3:PutObjectTagging', about);
  }
  return tags;
}

/** Whether a directive is REPLACE. */
function directive(request: ApiRequest, name: string, message: string): boolean {
  const value = request.header(name) ?? 'COPY';
  if (value !== 'COPY' && value !== 'REPLACE') {
    throw new S3Error('InvalidArgument', message);
  }
  return value === 'REPLACE';
}

/** A copy onto itself must change something. */
function refuseVoidCopy(
  request: ApiRequest,
  source: CopySource,
  object: StoredObject,
  attributes: ObjectAttributes,
): void {
  if (
    source.bucket === request.bucket &&
    source.key === request.key &&
    source.versionId === undefined &&
    request.header('x-amz-metadata-directive') !== 'REPLACE' &&
    attributes.headers[REDIRECT] === undefined &&
    object.tiering === undefined &&
    attributes.storageClass === object.storageClass &&
    keptEncryption(attributes)?.kind === keptEncryption(object)?.kind &&
    !asksEncryption(request)
  ) {
    throw new S3Error(
      'InvalidRequest',
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
    );
  }
}

/** A checksum of the whole object stays valid; a composite one is recomputed. */
function withKeptChecksum(
  body: IncomingBody,
  { checksum }: StoredObject,
  wanted: ReturnType<typeof readChecksumAlgorithm>,
): IncomingBody {
  // As on S3, an object without a checksum gets one when it is copied.
  const algorithm = wanted ?? checksum?.algorithm ?? 'CRC64NVME';
  return checksum?.type === 'FULL_OBJECT' && checksum.algorithm === algorithm
    ? { ...body, finish: () => checksum }
    : withChecksum(body, algorithm);
}
