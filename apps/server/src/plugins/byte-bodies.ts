import type { FastifyInstance } from 'fastify';
import { ConsoleError } from '../console-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly takesBytes?: true;
  }
}

/** Marks a route whose body is a byte stream of any length: its handler reads it as it arrives. */
export const TAKES_BYTES = { takesBytes: true } as const;

/**
 * Leaves the bodies of byte-stream routes unread. Elsewhere, bytes are rejected as an unsupported
 * type.
 */
export function byteBodies(app: FastifyInstance): void {
  app.addContentTypeParser('application/octet-stream', (request, _body, done) => {
    done(
      request.routeOptions.config.takesBytes ? null : new ConsoleError('UnsupportedMediaType'),
      undefined,
    );
  });
}
