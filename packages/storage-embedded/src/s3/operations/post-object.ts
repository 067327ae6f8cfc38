import { S3Error } from '@stowage/storage-wire/s3-error';
import { objectPath } from '@stowage/storage-wire/uri';
import { xmlDocument, xmlElement } from '@stowage/storage-wire/xml';
import type { ApiRequest } from '../../api-request.ts';
import type { StoredObject } from '../../engine/types.ts';
import { emptyReply, type Reply } from '../../http/reply.ts';
import { checkKey } from '../../http/target.ts';
import { existingBucket } from '../buckets.ts';
import { readAttributes } from '../object-attributes.ts';
import type { Operation } from '../operation.ts';
import { callerOfForm } from '../post-policy/form-caller.ts';
import { type FormFields, readFields } from '../post-policy/form-fields.ts';
import { type FileLength, fileBody } from '../post-policy/form-file.ts';
import { headersOfForm } from '../post-policy/form-headers.ts';
import { boundaryOf, FormParts } from '../post-policy/form-parts.ts';
import { checkPostPolicy, parsePostPolicy } from '../post-policy/policy.ts';
import { writeObject, writtenHeaders } from './put-object.ts';

/** Maximum file size in a form, 5 GiB. */
const ANY_LENGTH: FileLength = { min: 0, max: 5 * 1024 ** 3 };

/** Uploads a file from an HTML form: fields first, the file last. */
export const postObject: Operation = {
  name: 'PostObject',
  // The form itself authenticates the sender.
  action: 'none',
  run: async (request) => {
    const contentType = request.header('content-type') ?? '';
    if (!/^multipart\/form-data\s*;/i.test(contentType) || request.caller.kind !== 'anonymous') {
      throw new S3Error('MethodNotAllowed');
    }
    const parts = new FormParts(request.payload.stream(), boundaryOf(contentType));
    const { fields, filename } = await readFields(parts);
    const upload = request.forUpload({
      key: keyOf(fields, filename),
      headers: headersOfForm(fields, request.headers),
      caller: callerOfForm(request.store.authenticator, fields),
    });
    upload.require('s3:PutObject', upload.written);
    const bucket = existingBucket(request);
    const length = permittedLength(upload, fields);
    const attributes = readAttributes(upload, bucket);
    const object = await writeObject(upload, attributes, {
      size: Math.min(Number(request.header('content-length') ?? 0), length.max),
      open: () => fileBody(parts, length, upload.headers),
      event: 'ObjectCreated:Post',
    });
    return replyTo(upload, fields, object, writtenHeaders(upload, object, bucket));
  },
};

function keyOf(fields: FormFields, filename: string): string {
  const key = (fields.get('key') ?? '').replaceAll(`\${filename}`, () => filename);
  if (key === '') {
    throw new S3Error('MalformedPOSTRequest', 'The form has no key.');
  }
  checkKey(key);
  return key;
}

/** @throws S3Error AccessDenied if the form violates its policy */
function permittedLength({ bucket, key }: ApiRequest, fields: FormFields): FileLength {
  const text = fields.get('policy');
  if (text === undefined) {
    return ANY_LENGTH;
  }
  const policy = parsePostPolicy(text);
  checkPostPolicy(policy, new Map([...fields, ['bucket', bucket], ['key', key]]), Date.now());
  const { min, max } = policy.length ?? ANY_LENGTH;
  return { min, max: Math.min(max, ANY_LENGTH.max) };
}

function replyTo(
  upload: ApiRequest,
  fields: FormFields,
  object: StoredObject,
  headers: readonly string[],
): Reply {
  const { bucket, key } = object;
  const etag = `"${object.etag}"`;
  const target = redirectTarget(fields);
  if (target !== undefined) {
    for (const [name, value] of Object.entries({ bucket, key, etag })) {
      target.searchParams.append(name, value);
    }
    return emptyReply(303, [...headers, 'Location', target.href]);
  }
  const host = upload.header('host') ?? upload.store.endpoint();
  const location = `http://${host}${objectPath(bucket, key)}`;
  const all = [...headers, 'Location', location];
  const status = fields.get('success_action_status');
  if (status !== '201') {
    return emptyReply(status === '200' ? 200 : 204, all);
  }
  const body = xmlDocument(
    'PostResponse',
    [
      xmlElement('Location', location),
      xmlElement('Bucket', bucket),
      xmlElement('Key', key),
      xmlElement('ETag', etag),
    ],
    '',
  );
  return { status: 201, headers: ['Content-Type', 'application/xml', ...all], body };
}

/** Returns the URL to redirect to; anything but an http or https URL is ignored. */
function redirectTarget(fields: FormFields): URL | undefined {
  const text = fields.get('success_action_redirect') ?? fields.get('redirect') ?? '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined;
}
