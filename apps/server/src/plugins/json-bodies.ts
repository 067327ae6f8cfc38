import type { FastifyInstance } from 'fastify';

/**
 * JSON is the only body that is parsed. An empty one is no body at all: callers
 * name the type of what they do not send. Keys that would reach an object's
 * prototype are refused.
 */
export function jsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') done(null, undefined);
      else parse(request, body, done);
    },
  );
}
