import { S3_ERRORS } from '@stowage/storage-wire/s3-error';
import { parseXml, type XmlElement, xmlText } from '@stowage/storage-wire/xml';
import { type StorageRefusal, StorageRequestError } from './errors.ts';

/** Error codes for responses without one: no body (HEAD), or a proxy's page. */
const CODES_BY_STATUS: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'AccessDenied',
  403: 'AccessDenied',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  411: 'MissingContentLength',
  412: 'PreconditionFailed',
  416: 'InvalidRange',
  500: 'InternalError',
  501: 'NotImplemented',
  503: 'ServiceUnavailable',
  507: 'StorageFull',
};

const MAX_MESSAGE = 1000;

/** Number of bytes needed to recognise a body. */
const MAX_LATE = 1024;
const WEB_PAGE = /^<(?:!doctype\s+)?html[\s>]/i;
const LATE_ERROR = /^(?:<\?xml[^>]*>\s*)?<(?:Error|ErrorResponse)[\s>]/;

interface Fields
  extends Readonly<Record<'Code' | 'Message' | 'Resource' | 'RequestId', string | undefined>> {
  readonly api?: 'sts' | undefined;
}

/**
 * Returns the error in a response, from its XML or JSON document, MinIO's headers, or its status
 * alone.
 */
export function refusalFrom(
  answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  },
  document: Uint8Array,
): StorageRequestError {
  const fields = readFields(document);
  const { status, headers } = answer;
  const code =
    fields?.Code ??
    first(headers['x-minio-error-code']) ??
    CODES_BY_STATUS[status] ??
    `HTTP${status}`;
  const message =
    fields?.Message ??
    first(headers['x-minio-error-desc'])?.replace(/^"|"$/g, '') ??
    `The storage server answered with status ${status}.`;
  return refusal({
    code,
    status,
    message,
    resource: fields?.Resource,
    requestId: fields?.RequestId ?? first(headers['x-amz-request-id']),
    api: fields?.api,
    server: first(headers.server),
  });
}

/** Returns the error in an `<Error>` document, which S3 may send after status 200. */
export function lateRefusal(root: XmlElement): StorageRequestError {
  return refusal(lateFields(xmlFields(root)));
}

function lateFields(fields: Fields): StorageRefusal {
  const code = fields.Code ?? 'InternalError';
  const known = Object.hasOwn(S3_ERRORS, code)
    ? S3_ERRORS[code as keyof typeof S3_ERRORS]
    : undefined;
  return {
    code,
    status: known?.[0] ?? 500,
    message: fields.Message ?? known?.[1] ?? 'The storage server could not finish the request.',
    resource: fields.Resource,
    requestId: fields.RequestId,
  };
}

/**
 * Checks the body of a response with a success status: an `<Error>` means that the call failed, and
 * a web page that a proxy intercepted it.
 *
 * @throws StorageRequestError
 */
export function refuseLate(document: Uint8Array): void {
  if (document.length === 0) return;
  const text = Buffer.from(document.subarray(0, MAX_LATE)).toString('utf8').trimStart();
  if (WEB_PAGE.test(text)) throw responseUnreadable(200, 'It is a web page.');
  if (!LATE_ERROR.test(text)) return;
  const fields = readFields(document);
  throw fields ? refusal(lateFields(fields)) : responseUnreadable(200, 'It is a broken error.');
}

/** Returns the error for a successful response that cannot be interpreted. */
export function responseUnreadable(status: number, detail: string): StorageRequestError {
  return refusal({
    code: 'InvalidResponse',
    status,
    message: `The answer of the storage server cannot be read. ${detail}`,
  });
}

/** Returns the error for a server that ignored an unknown subresource in the query. */
export function subresourceUnknown(name: string): StorageRequestError {
  return refusal({
    code: 'NotImplemented',
    status: 501,
    message: `The storage server does not know ?${name}: it lists the bucket instead.`,
  });
}

function refusal(fields: StorageRefusal): StorageRequestError {
  return new StorageRequestError({ ...fields, message: fields.message.slice(0, MAX_MESSAGE) });
}

function first(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0];
}

function readFields(document: Uint8Array): Fields | undefined {
  const text = Buffer.from(document).toString('utf8').trimStart();
  try {
    if (text.startsWith('<')) {
      const root = parseXml(text);
      // STS wraps its errors in another element.
      const inner = root.children.find(({ name }) => name === 'Error') ?? root;
      if (inner.name !== 'Error') return undefined;
      return { ...xmlFields(inner, root), ...(inner !== root && { api: 'sts' }) };
    }
    return text.startsWith('{') ? jsonFields(JSON.parse(text)) : undefined;
  } catch {
    // Sent by something in front of the storage server: only the status counts.
    return undefined;
  }
}

function xmlFields(error: XmlElement, root: XmlElement = error): Fields {
  return {
    Code: xmlText(error, 'Code'),
    Message: xmlText(error, 'Message'),
    Resource: xmlText(error, 'Resource'),
    RequestId: xmlText(error, 'RequestId') ?? xmlText(root, 'RequestId'),
  };
}

function jsonFields(value: unknown): Fields {
  const text = (name: string) => {
    const field =
      value !== null && typeof value === 'object' ? Reflect.get(value, name) : undefined;
    return typeof field === 'string' && field !== '' ? field : undefined;
  };
  return {
    Code: text('Code'),
    Message: text('Message'),
    Resource: text('Resource'),
    RequestId: text('RequestId') ?? text('RequestID'),
  };
}
