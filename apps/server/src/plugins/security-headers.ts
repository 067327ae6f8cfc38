import helmet from '@fastify/helmet';
import type { PreviewKind } from '@stowage/contract/preview';
import type { FastifyInstance } from 'fastify';

/**
 * The policy for the console's pages: only its own files may be loaded. The component library adds
 * style elements, which carry the response's nonce.
 *
 * @param storage the origin of the storage server, if the page uploads files to it directly
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
 * The policy for a stored object that a browser displays from the console's origin: it may only be
 * shown. No sandbox allows it scripts. Audio and video players fetch the object again, which
 * requires its own origin; PDF is shown by the browser's built-in viewer, which some browsers
 * disable inside a sandbox.
 */
export function objectPolicy(kind?: PreviewKind): string {
  if (kind === 'pdf') return OBJECT_RULES;
  const isPlayed = kind === 'audio' || kind === 'video';
  return `${isPlayed ? 'sandbox allow-same-origin' : 'sandbox'}; ${OBJECT_RULES}`;
}

/**
 * Sets the security headers of every response. Pages and previews replace the policy with their
 * own.
 */
export async function securityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // The frame of a preview has an opaque origin, and browsers would warn about the header on
    // every page.
    originAgentCluster: false,
    // The same host may serve the console with and without TLS, and other services on other ports.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'same-origin' },
  });
  const policy = pagePolicy();
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', policy);
  });
}
