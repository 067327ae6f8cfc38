import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * What a page of the console may load: its own files only. The component
 * library adds style elements, which carry the response's nonce.
 */
export function pagePolicy(nonce?: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    "img-src 'self' blob: data:",
    "media-src 'self' blob: data:",
    "connect-src 'self'",
    "frame-ancestors 'self'",
    "form-action 'self'",
    "base-uri 'self'",
    "object-src 'none'",
  ].join('; ');
}

/**
 * What a stored object may do when it is shown in the console's origin: nothing
 * but show itself. The sandbox takes scripts, forms and the origin away from it.
 */
export function previewPolicy(sandbox: boolean): string {
  const rules = [
    "default-src 'none'",
    "img-src 'self' data:",
    "media-src 'self'",
    "style-src 'unsafe-inline'",
    "frame-ancestors 'self'",
  ];
  return (sandbox ? ['sandbox', ...rules] : rules).join('; ');
}

/** Sets the security headers of every response. Pages and previews put their own policy in place. */
export async function securityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // One host may serve the console with and without TLS, and other services on other ports.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'same-origin' },
  });
  const policy = pagePolicy();
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', policy);
  });
}
