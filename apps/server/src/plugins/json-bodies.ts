import type { FastifyInstance } from 'fastify';
import { ConsoleError } from '../console-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The field of a form that holds the body; other routes take no forms. */
    form?: string;
  }
}

/**
 * JSON is the only body that is parsed, by itself or in the field of a form. An empty one
 * is no body at all: callers name the type of what they do not send. Keys that would
 * reach an object's prototype are refused.
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
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, body, done) => {
      const { form } = request.routeOptions.config;
      if (form === undefined) done(new ConsoleError('UnsupportedMediaType'));
      else parse(request, new URLSearchParams(body).get(form) ?? '', done);
    },
  );
}
