import type { FastifyInstance } from 'fastify';

/** Makes the routes of this scope accept a body of any type, or none, as a Buffer. */
export function rawBodies(scope: FastifyInstance, bodyLimit: number): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
    done(null, body),
  );
}
