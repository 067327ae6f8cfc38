import { S3Error } from '@stowage/storage-wire/s3-error';
import { isAdminPath } from './admin/handle.ts';
import { indexFailure } from './engine/index/index-failure.ts';
import { callName, type Exchange } from './http/exchange.ts';
import { Refusal } from './http/refusal.ts';
import type { Reply } from './http/reply.ts';
import type { Target } from './http/target.ts';
import { isMetricsPath } from './metrics/handle.ts';
import { type ErrorPlace, errorXml, wireCode } from './s3/error-xml.ts';
import type { Log } from './store.ts';
import { isStsCall } from './sts/handle.ts';
import { StsError, stsErrorXml } from './sts/sts-error.ts';

/**
 * Returns the error response of a failed request, in the format of the API that was called.
 * Unexpected errors are logged and reported as InternalError without details.
 *
 * @param target undefined if the request line was invalid
 */
export function errorReply(
  error: unknown,
  exchange: Exchange,
  target: Target | undefined,
  context: { hostId: string; log: Log },
): Reply {
  const { message, requestId } = exchange;
  const log: Log = (level, text, fields) =>
    context.log(level, text, { ...requestFields(exchange), ...fields });
  const path = target?.path ?? message.url ?? '/';
  if (isStsCall(message, target ?? { path, query: new Map() })) {
    const failure = stsFailure(error, log);
    return {
      status: failure.status,
      headers: ['Content-Type', 'application/xml'],
      body: stsErrorXml(failure, requestId),
    };
  }
  const known = protocolError(error, log);
  const refusal = known instanceof Refusal ? known : undefined;
  const headers = refusal?.headers ?? [];
  const place: ErrorPlace = {
    bucket: refusal?.place?.bucket ?? target?.bucket ?? '',
    key: refusal?.place?.key ?? target?.key ?? '',
    resource: path,
    requestId,
    hostId: context.hostId,
  };
  if (isAdminPath(path) || isMetricsPath(path)) {
    return {
      status: known.status,
      headers: ['Content-Type', 'application/json', ...headers],
      body: adminErrorJson(known, place),
    };
  }
  if (known.status === 304) {
    return { status: 304, headers };
  }
  const body = errorXml(known, place);
  if (message.method === 'HEAD') {
    return { status: known.status, headers: [...headers, ...headErrorHeaders(known, body)] };
  }
  return { status: known.status, headers: ['Content-Type', 'application/xml', ...headers], body };
}

/** Returns the log fields that identify a request. */
export function requestFields(exchange: Exchange): object {
  const { requestId, message, address: remoteHost } = exchange;
  const { host, 'user-agent': userAgent } = message.headers;
  return { requestId, api: callName(exchange), remoteHost, host, userAgent };
}

function protocolError(thrown: unknown, log: Log): S3Error {
  const error = indexFailure(thrown);
  if (error instanceof S3Error) {
    if (error.cause !== undefined) {
      log('error', 'A request could not be served.', { error: error.cause });
    }
    return error;
  }
  log('error', 'A request failed unexpectedly.', { error });
  return new S3Error('InternalError');
}

function stsFailure(error: unknown, log: Log): StsError {
  if (error instanceof StsError) {
    return error;
  }
  const known = protocolError(error, log);
  if (known.status >= 500) {
    const code = known.status === 503 ? 'ServiceUnavailable' : 'InternalError';
    return new StsError(code, known.message);
  }
  // Like MinIO, reveals nothing more to callers who cannot authenticate.
  return known.code === 'EntityTooLarge' || known.code === 'InvalidURI'
    ? new StsError('InvalidParameterValue', known.message)
    : new StsError('AccessDenied', known.message);
}

/** A HEAD response has no body, so, like MinIO, the error is returned in headers. */
function headErrorHeaders(error: S3Error, body: string): string[] {
  return [
    'Content-Type',
    'application/xml',
    'Content-Length',
    String(Buffer.byteLength(body)),
    'X-Minio-Error-Code',
    wireCode(error.code),
    'X-Minio-Error-Desc',
    JSON.stringify(error.message),
  ];
}

function adminErrorJson(error: S3Error, place: ErrorPlace): string {
  return JSON.stringify({
    Code: wireCode(error.code),
    Message: error.message,
    Resource: place.resource,
    RequestId: place.requestId,
    HostId: place.hostId,
  });
}
