import type { IncomingMessage } from 'node:http';
import { matchWildcard } from '@stowage/domain/wildcard';
import type { Reply } from './reply.ts';

const EXPOSED = [
  'Date',
  'ETag',
  'Server',
  'Connection',
  'Accept-Ranges',
  'Content-Range',
  'Content-Encoding',
  'Content-Length',
  'Content-Type',
  'Content-Disposition',
  'Last-Modified',
  'Content-Language',
  'Cache-Control',
  'Retry-After',
  'X-Amz-Bucket-Region',
  'Expires',
  'X-Amz*',
  '*',
].join(', ');

/**
 * Lets pages of the allowed origins use the store, like MinIO; by default all origins, since every
 * request is signed and cookies are ignored.
 *
 * @param allowed origin patterns, with * for any text
 */
export function openCorsHeaders(origin: string, allowed: readonly string[]): string[] {
  if (!allowed.some((pattern) => matchWildcard(pattern, origin))) {
    return [];
  }
  return [
    'Access-Control-Allow-Origin',
    origin,
    'Access-Control-Allow-Credentials',
    'true',
    'Access-Control-Expose-Headers',
    EXPOSED,
  ];
}

/** Returns the response to a preflight request when everything is allowed. */
export function openPreflight({ headers }: IncomingMessage): Reply {
  const method = headers['access-control-request-method'] ?? '';
  const wanted = headers['access-control-request-headers'];
  return {
    status: 204,
    headers: [
      'Access-Control-Allow-Methods',
      method,
      ...(typeof wanted === 'string' ? ['Access-Control-Allow-Headers', wanted] : []),
      'Access-Control-Max-Age',
      '600',
    ],
  };
}
