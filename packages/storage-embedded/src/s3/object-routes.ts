import type { Methods } from './bucket-routes.ts';
import { abortMultipartUpload } from './operations/abort-multipart-upload.ts';
import { getObjectAcl, putObjectAcl } from './operations/acl.ts';
import { completeMultipartUpload } from './operations/complete-multipart-upload.ts';
import { createMultipartUpload } from './operations/create-multipart-upload.ts';
import { deleteObject } from './operations/delete-object.ts';
import { getObject, headObject } from './operations/get-object.ts';
import { getObjectAttributes } from './operations/get-object-attributes.ts';
import { listParts } from './operations/list-parts.ts';
import { getObjectLegalHold, putObjectLegalHold } from './operations/object-legal-hold.ts';
import { getObjectRetention, putObjectRetention } from './operations/object-retention.ts';
import {
  deleteObjectTagging,
  getObjectTagging,
  putObjectTagging,
} from './operations/object-tagging.ts';
import { putObject } from './operations/put-object.ts';
import { restoreObject } from './operations/restore-object.ts';
import { notOffered } from './operations/unconfigured.ts';
import { uploadPart } from './operations/upload-part.ts';

/** Operations on the object itself. */
export const OBJECT_METHODS: Methods = {
  GET: getObject,
  HEAD: headObject,
  PUT: putObject,
  DELETE: deleteObject,
};

/** Operations on an object's subresources, by the query parameter that names them. */
export const OBJECT_RESOURCES: ReadonlyMap<string, Methods> = new Map<string, Methods>([
  ['uploads', { POST: createMultipartUpload }],
  [
    'uploadId',
    {
      GET: listParts,
      PUT: uploadPart,
      POST: completeMultipartUpload,
      DELETE: abortMultipartUpload,
    },
  ],
  ['tagging', { GET: getObjectTagging, PUT: putObjectTagging, DELETE: deleteObjectTagging }],
  ['retention', { GET: getObjectRetention, PUT: putObjectRetention }],
  ['legal-hold', { GET: getObjectLegalHold, PUT: putObjectLegalHold }],
  ['acl', { GET: getObjectAcl, PUT: putObjectAcl, DELETE: notOffered }],
  ['attributes', { GET: getObjectAttributes }],
  ['torrent', { GET: notOffered, PUT: notOffered, DELETE: notOffered }],
  ['restore', { POST: restoreObject }],
  ['select', { POST: notOffered }],
]);
