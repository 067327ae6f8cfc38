import type { FastifyInstance } from 'fastify';

/** Has the routes of this scope take a body of any type, or of none, as a Buffer. */
export function rawBodies(scope: FastifyInstance, bodyLimit: number): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
    done(null, body),
  );
}
