import type { FastifyInstance } from 'fastify';
import { ConsoleError } from '../console-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The form field that contains the body; other routes accept no forms. */
    form?: string;
  }
}

/**
 * Only JSON bodies are parsed, either plain or in a form field. An empty one counts as no body:
 * some callers set a content type without sending a body. Keys that would reach an object's
 * prototype are rejected.
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
