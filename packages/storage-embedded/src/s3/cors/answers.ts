import type { IncomingMessage } from 'node:http';
import { type CorsQuestion, matchingCorsRule } from '@stowage/domain/cors';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { StoredBucket } from '../../engine/types.ts';
import { openCorsHeaders, openPreflight } from '../../http/cors.ts';
import { emptyReply, type Reply } from '../../http/reply.ts';
import { ruleHeaders } from './rule-headers.ts';
import { corsRules } from './rules.ts';

const REQUESTED_METHOD = 'access-control-request-method';
const REQUESTED_HEADERS = 'access-control-request-headers';

/**
 * Returns the headers that let a page of another origin read a response. The bucket's rules decide;
 * without rules, the origins allowed by the server.
 *
 * @param bucket undefined if no bucket is involved
 * @param allowed origin patterns for buckets without rules
 */
export function corsHeaders(
  message: IncomingMessage,
  bucket: StoredBucket | undefined,
  allowed: readonly string[],
): string[] {
  const { origin } = message.headers;
  if (origin === undefined) {
    return [];
  }
  const rules = bucket === undefined ? undefined : corsRules(bucket);
  if (rules === undefined) {
    return openCorsHeaders(origin, allowed);
  }
  const question = questionOf(message, origin);
  const rule = question === undefined ? undefined : matchingCorsRule(rules, question);
  return rule === undefined || question === undefined ? [] : ruleHeaders(rule, question);
}

/**
 * Answers a browser's preflight request.
 *
 * @throws S3Error BadRequest if it is not a preflight request, AccessForbidden if the bucket's
 *    rules do not allow what it asks for
 */
export function preflight(message: IncomingMessage, bucket: StoredBucket | undefined): Reply {
  const { origin } = message.headers;
  if (origin === undefined || message.headers[REQUESTED_METHOD] === undefined) {
    throw new S3Error(
      'BadRequest',
      'Insufficient information. Origin and Access-Control-Request-Method are needed.',
    );
  }
  const rules = bucket === undefined ? undefined : corsRules(bucket);
  if (rules === undefined) {
    return openPreflight(message);
  }
  const question = questionOf(message, origin);
  if (question === undefined || matchingCorsRule(rules, question) === undefined) {
    throw new S3Error('AccessForbidden', 'CORSResponse: This CORS request is not allowed.');
  }
  // The rule's headers are added to every response.
  return emptyReply(200);
}

/** Undefined if the method in question is OPTIONS itself. */
function questionOf(message: IncomingMessage, origin: string): CorsQuestion | undefined {
  const { headers } = message;
  const method = headers[REQUESTED_METHOD] ?? message.method;
  if (method === undefined || method === 'OPTIONS') {
    return undefined;
  }
  const names = message.method === 'OPTIONS' ? String(headers[REQUESTED_HEADERS] ?? '') : '';
  return {
    origin,
    method,
    headers: names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  };
}
