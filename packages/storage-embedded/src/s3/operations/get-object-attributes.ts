import { S3Error } from '@stowage/storage-wire/s3-error';
import { xmlDocument, xmlElement, xmlGroup } from '@stowage/storage-wire/xml';
import type { ApiRequest } from '../../api-request.ts';
import type { StoredObject } from '../../engine/types.ts';
import { xmlReply } from '../../http/reply.ts';
import { existingBucket } from '../buckets.ts';
import { checksumElements } from '../checksum-headers.ts';
import { readingKey } from '../encryption/content.ts';
import { encryptionHeaders } from '../encryption/encryption-headers.ts';
import { existingObject, requestedVersion } from '../find-object.ts';
import { addVersion, shownStorageClass } from '../object-headers.ts';
import type { Operation } from '../operation.ts';
import { tellOfRead } from '../tell-of-read.ts';

const MAX_PARTS = 1000;
const ATTRIBUTES = new Set(['ETag', 'Checksum', 'ObjectParts', 'StorageClass', 'ObjectSize']);

export const getObjectAttributes: Operation = {
  name: 'GetObjectAttributes',
  action: ({ query }) =>
    query.has('versionId') ? 's3:GetObjectVersionAttributes' : 's3:GetObjectAttributes',
  run: (request) => {
    const bucket = existingBucket(request);
    const object = existingObject(request, bucket, requestedVersion(request));
    readingKey(request, object);
    const wanted = readWanted(request);
    const members: (string | undefined)[] = [
      wanted.has('ETag') ? xmlElement('ETag', object.etag) : undefined,
      wanted.has('Checksum') ? checksumXml(object) : undefined,
      wanted.has('ObjectParts') ? partsXml(request, object) : undefined,
      wanted.has('StorageClass')
        ? xmlElement('StorageClass', shownStorageClass(object))
        : undefined,
      wanted.has('ObjectSize') ? xmlElement('ObjectSize', object.size) : undefined,
    ];
    tellOfRead(request, object, 'Attributes');
    const headers = ['Last-Modified', new Date(object.modifiedAt).toUTCString()];
    addVersion(headers, object.versionId, bucket);
    headers.push(...encryptionHeaders(request, object));
    return xmlReply(xmlDocument('GetObjectAttributesResponse', members), headers);
  },
};

function readWanted(request: ApiRequest): ReadonlySet<string> {
  const header = request.header('x-amz-object-attributes') ?? '';
  const names = header.split(',').map((name) => name.trim());
  if (!names.every((name) => ATTRIBUTES.has(name))) {
    throw new S3Error('InvalidArgument', 'Invalid attribute name specified.');
  }
  return new Set(names);
}

/** As on S3, without the number of parts that is appended to composite checksums elsewhere. */
function checksumXml({ checksum }: StoredObject): string | undefined {
  if (checksum === undefined) {
    return undefined;
  }
  const value = checksum.value.replace(/-\d+$/, '');
  const elements = checksumElements({ ...checksum, value });
  return xmlGroup(
    'Checksum',
    elements.map(([name, text]) => xmlElement(name, text)),
  );
}

function partsXml(request: ApiRequest, object: StoredObject): string | undefined {
  if (object.parts === undefined) {
    return undefined;
  }
  const most = readCountHeader(request, 'x-amz-max-parts', MAX_PARTS);
  const after = readCountHeader(request, 'x-amz-part-number-marker', 0);
  const left = object.parts.filter(({ number }) => number > after);
  const page = left.slice(0, Math.min(most, MAX_PARTS));
  return xmlGroup('ObjectParts', [
    xmlElement('IsTruncated', page.length < left.length),
    xmlElement('MaxParts', most),
    xmlElement('NextPartNumberMarker', page.at(-1)?.number ?? 0),
    xmlElement('PartNumberMarker', after),
    xmlElement('PartsCount', object.parts.length),
    ...page.map(({ number, size, checksum }) =>
      xmlGroup('Part', [
        xmlElement('PartNumber', number),
        xmlElement('Size', size),
        checksum === undefined
          ? undefined
          : xmlElement(`Checksum${checksum.algorithm}`, checksum.value),
      ]),
    ),
  ]);
}

function readCountHeader(request: ApiRequest, name: string, otherwise: number): number {
  const text = request.header(name);
  if (text === undefined) {
    return otherwise;
  }
  if (!/^[0-9]{1,5}$/.test(text)) {
    throw new S3Error('InvalidArgument', `${name} must be a number.`);
  }
  return Number(text);
}
