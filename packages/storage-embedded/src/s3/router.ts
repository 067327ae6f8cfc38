import type { IncomingHttpHeaders } from 'node:http';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { Query, Target } from '../http/target.ts';
import { RESERVED_BUCKET } from './bucket-names.ts';
import { BUCKET_METHODS, BUCKET_RESOURCES, type Methods } from './bucket-routes.ts';
import { OBJECT_METHODS, OBJECT_RESOURCES } from './object-routes.ts';
import type { Operation } from './operation.ts';
import { copyObject } from './operations/copy-object.ts';
import { listBuckets } from './operations/list-buckets.ts';
import { listenNotification } from './operations/listen-notification.ts';
import { putObject } from './operations/put-object.ts';
import { notOffered } from './operations/unconfigured.ts';
import { uploadPart, uploadPartCopy } from './operations/upload-part.ts';

const SERVICE_METHODS: Methods = { GET: listBuckets };
const LISTEN_METHODS: Methods = { GET: listenNotification };
/** Parameters that turn a write into an append (AppendObject) or a rename (RenameObject). */
const OTHER_CALLS = ['x-amz-write-offset-bytes', 'x-amz-rename-source'];
/** Parameters that may appear without a value in a modifying request. */
const PARAMETER = /^(?:x-amz-.*|x-id|versionId|partNumber|response-.*)$/i;

/**
 * Determines the operation of a request.
 *
 * @throws S3Error MethodNotAllowed if S3 has no such operation, AllAccessDisabled for the name
 *    reserved for the server's own API
 */
export function route(method: string, target: Target, headers: IncomingHttpHeaders): Operation {
  const { bucket, key, query } = target;
  if (bucket === '') {
    return pick(query.has('events') ? LISTEN_METHODS : SERVICE_METHODS, method);
  }
  if (bucket === RESERVED_BUCKET) {
    throw new S3Error('AllAccessDisabled');
  }
  if (key === '') {
    const methods = resource(BUCKET_RESOURCES, query);
    return methods === undefined ? plain(BUCKET_METHODS, method, query) : pick(methods, method);
  }
  if (OTHER_CALLS.some((name) => headers[name] !== undefined)) {
    return notOffered;
  }
  const methods = resource(OBJECT_RESOURCES, query);
  const operation =
    methods === undefined ? plain(OBJECT_METHODS, method, query) : pick(methods, method);
  return headers['x-amz-copy-source'] === undefined ? operation : copying(operation);
}

/**
 * Returns the operation on a bucket or object itself. A modifying request with a subresource of a
 * newer S3 version must be rejected: treated as one on the whole, it would delete the bucket or
 * replace the object.
 */
function plain(methods: Methods, method: string, query: Query): Operation {
  const isChange = method !== 'GET' && method !== 'HEAD';
  const isOther = ([name, value]: [string, string]) => value === '' && !PARAMETER.test(name);
  return isChange && [...query].some(isOther) ? notOffered : pick(methods, method);
}

/** Returns the subresource named in the query, if any. */
function resource(resources: ReadonlyMap<string, Methods>, query: Query): Methods | undefined {
  if (query.size === 0) {
    return undefined;
  }
  for (const name of query.keys()) {
    const methods = resources.get(name);
    if (methods !== undefined) {
      return methods;
    }
  }
  return undefined;
}

function pick(methods: Methods, method: string): Operation {
  const operation = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (operation === undefined) {
    throw new S3Error('MethodNotAllowed');
  }
  return operation;
}

/** Returns the same operation with another object as its content. */
function copying(operation: Operation): Operation {
  if (operation === putObject) {
    return copyObject;
  }
  return operation === uploadPart ? uploadPartCopy : operation;
}
