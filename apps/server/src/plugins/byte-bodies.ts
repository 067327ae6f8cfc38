import type { FastifyInstance } from 'fastify';
import { ConsoleError } from '../console-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly takesBytes?: true;
  }
}

/** The mark of a route whose body is bytes of any number: its handler reads them as they come. */
export const TAKES_BYTES = { takesBytes: true } as const;

/** Leaves the bodies of routes that take bytes unread. Elsewhere, bytes are refused as a type that nobody knows. */
export function byteBodies(app: FastifyInstance): void {
  app.addContentTypeParser('application/octet-stream', (request, _body, done) => {
    done(
      request.routeOptions.config.takesBytes ? null : new ConsoleError('UnsupportedMediaType'),
      undefined,
    );
  });
}
