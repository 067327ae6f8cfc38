import helmet from '@fastify/helmet';
import type { PreviewKind } from '@stowage/contract/preview';
import type { FastifyInstance } from 'fastify';

/**
 * What a page of the console may load: its own files only. The component
 * library adds style elements, which carry the response's nonce.
 *
 * @param storage the origin of the storage server, where the page sends files to it directly
 */
export function pagePolicy(nonce?: string, storage?: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    "img-src 'self' blob: data:",
    "media-src 'self' blob: data:",
    `connect-src 'self'${storage ? ` ${storage}` : ''}`,
    "frame-ancestors 'self'",
    "form-action 'self'",
    "base-uri 'self'",
    "object-src 'none'",
  ].join('; ');
}

const OBJECT_RULES = [
  "default-src 'none'",
  "img-src 'self' data:",
  "media-src 'self'",
  "style-src 'unsafe-inline'",
  "frame-ancestors 'self'",
].join('; ');

/**
 * What a stored object may do when a browser shows it from the console's origin:
 * nothing but show itself. No sandbox lets it run scripts. A player of sound and
 * film fetches the object again, which only its own origin may; PDF is shown by a
 * viewer of the browser's own, which some switch off inside a sandbox.
 */
export function objectPolicy(kind?: PreviewKind): string {
  if (kind === 'pdf') return OBJECT_RULES;
  const isPlayed = kind === 'audio' || kind === 'video';
  return `${isPlayed ? 'sandbox allow-same-origin' : 'sandbox'}; ${OBJECT_RULES}`;
}

/** Sets the security headers of every response. Pages and previews put their own policy in place. */
export async function securityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // The frame of a preview has no origin to be kept apart by, and browsers then warn on every page.
    originAgentCluster: false,
    // One host may serve the console with and without TLS, and other services on other ports.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'same-origin' },
  });
  const policy = pagePolicy();
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', policy);
  });
}
