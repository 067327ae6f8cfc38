import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ConsoleError } from '../console-error.ts';
import type { Session } from '../sessions/session.ts';
import type { OpenedSession, Sessions } from '../sessions/sessions.ts';
import { mountOf } from './mount.ts';

const COOKIE = 'stowage_session';

/** Binds sessions to the browser's cookie. */
export interface SessionCookies {
  /** The caller's session. @throws ConsoleError SessionRequired without one. */
  require(request: FastifyRequest): Promise<Session>;
  /** Hands a new session to the browser. */
  give(request: FastifyRequest, reply: FastifyReply, opened: OpenedSession): void;
  /** Ends the session that the request's cookie opens, if any, and takes the cookie back. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

/** Registers cookie parsing and gives what routes need to know their caller. */
export async function sessionCookies(
  app: FastifyInstance,
  sessions: Sessions,
): Promise<SessionCookies> {
  await app.register(cookie);

  function attributes(request: FastifyRequest) {
    return {
      path: mountOf(request.raw),
      httpOnly: true,
      sameSite: 'lax',
      secure: request.protocol === 'https',
    } as const;
  }

  return {
    async require(request) {
      const value = request.cookies[COOKIE];
      const session = value === undefined ? undefined : await sessions.find(value);
      if (!session) throw new ConsoleError('SessionRequired');
      return session;
    },
    give(request, reply, opened) {
      const maxAge = Math.floor(sessions.limits.total / 1000);
      reply.setCookie(COOKIE, opened.cookie, { ...attributes(request), maxAge });
    },
    async end(request, reply) {
      const value = request.cookies?.[COOKIE];
      if (value === undefined) return;
      reply.clearCookie(COOKIE, attributes(request));
      await sessions.end(value);
    },
  };
}
