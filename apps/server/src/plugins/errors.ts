import type { ErrorCode } from '@stowage/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ConsoleError, errorBody } from '../console-error.ts';

/** Maps another layer's error to an entry of the table; undefined if it does not recognise it. */
export type ErrorMapper = (error: unknown) => ConsoleError | undefined;

/** The errors that the framework and its plugins raise about a request, by code. */
const FRAMEWORK_ERRORS: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_BAD_URL: 'InvalidInput',
  FST_ERR_CTP_BODY_TOO_LARGE: 'PayloadTooLarge',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'InvalidInput',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'InvalidInput',
  FST_ERR_CTP_INVALID_JSON_BODY: 'InvalidInput',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UnsupportedMediaType',
  FST_ERR_HANDLER_TIMEOUT: 'StorageTimeout',
  FST_ERR_MAX_PARAM_LENGTH: 'NotFound',
  FST_FIELDS_LIMIT: 'PayloadTooLarge',
  FST_FILES_LIMIT: 'PayloadTooLarge',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'UnsupportedMediaType',
  FST_PARTS_LIMIT: 'PayloadTooLarge',
  FST_PROTO_VIOLATION: 'InvalidInput',
};

/** What the caller can correct, where the table has no text and there is no field to name. */
const FRAMEWORK_DETAILS: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'The address is not encoded as it should be.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as announced.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
};

/**
 * Every error leaves the server in the same body shape; unexpected ones become Internal and are
 * logged.
 */
export function errorHandling(app: FastifyInstance, mappers: readonly ErrorMapper[]): void {
  app.setErrorHandler((error, request, reply) => {
    const known = toConsoleError(error, mappers);
    if (request.socket.destroyed) request.log.debug('the caller went away');
    else logFailure(request, known, error);
    return sendError(reply, known);
  });
}

/** Sends an error as its body, with its status. */
export function sendError(reply: FastifyReply, error: ConsoleError): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorBody(error));
}

/** The table entry for any error. */
export function toConsoleError(error: unknown, mappers: readonly ErrorMapper[]): ConsoleError {
  if (error instanceof ConsoleError) return error;
  for (const map of mappers) {
    const known = map(error);
    if (known) return known;
  }
  const raised = isFrameworkError(error) ? error.code : '';
  const code = Object.hasOwn(FRAMEWORK_ERRORS, raised) ? FRAMEWORK_ERRORS[raised] : undefined;
  const detail = Object.hasOwn(FRAMEWORK_DETAILS, raised) ? FRAMEWORK_DETAILS[raised] : undefined;
  return new ConsoleError(code ?? 'Internal', { ...(detail && { detail }), cause: error });
}

function isFrameworkError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

function logFailure(request: FastifyRequest, known: ConsoleError, error: unknown): void {
  const { status, code, detail } = known;
  if (status >= 500) request.log.error({ err: error, code, detail }, 'request failed');
  else request.log.debug({ code, detail }, 'request refused');
}
