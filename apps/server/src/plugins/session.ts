import cookie from '@fastify/cookie';
import { SESSION_TOKEN_HEADER } from '@stowage/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ConsoleError } from '../console-error.ts';
import type { RecordSecurityEvent } from '../security-log/security-event.ts';
import { ownsToken, type Session } from '../sessions/session.ts';
import type { OpenedSession, Sessions } from '../sessions/sessions.ts';
import { mountOf } from './mount.ts';
import { isOwnOrigin } from './origin-check.ts';

/** Binds sessions to the browser's cookie, and the cookie to the token that the web app keeps. */
export interface SessionCookies {
  /**
   * The caller's session. `byLink`: links and pictures bring a cookie only, which
   * does for them when they come from a page of this console.
   * @throws ConsoleError SessionRequired without one
   */
  require(request: FastifyRequest, reply: FastifyReply, byLink: boolean): Promise<Session>;
  /** Hands a new session to the browser. */
  give(request: FastifyRequest, reply: FastifyReply, opened: OpenedSession): void;
  /** Ends the session that the request's cookie opens, if any, and takes the cookie back. */
  end(request: FastifyRequest, reply: FastifyReply, why: SessionEnd): Promise<void>;
}

/** How the security log tells of the end of a session. */
export interface SessionEnd {
  readonly event: 'logout' | 'session.ended' | 'session.revoked';
  readonly reason?: string;
}

/** Registers cookie parsing and gives what routes need to know their caller. */
export async function sessionCookies(
  app: FastifyInstance,
  sessions: Sessions,
  record: RecordSecurityEvent,
): Promise<SessionCookies> {
  await app.register(cookie);

  /**
   * Browsers share cookies between the ports of a host, so each console has a name
   * of its own. The prefixes keep pages without TLS, and for a console at the root
   * other hosts of the domain too, from setting it.
   */
  function cookieName(request: FastifyRequest): string {
    const mount = mountOf(request.raw);
    const name = `stowage-${sessions.nameOf(mount)}`;
    if (request.protocol !== 'https') return name;
    return mount === '/' ? `__Host-${name}` : `__Secure-${name}`;
  }

  function attributes(request: FastifyRequest) {
    return {
      path: mountOf(request.raw),
      httpOnly: true,
      sameSite: 'lax',
      secure: request.protocol === 'https',
    } as const;
  }

  const takeBack = (request: FastifyRequest, reply: FastifyReply) =>
    reply.clearCookie(cookieName(request), attributes(request));

  return {
    async require(request, reply, byLink) {
      const value = request.cookies[cookieName(request)];
      if (value === undefined) throw new ConsoleError('SessionRequired');
      const session = await sessions.find(value, mountOf(request.raw));
      const token = request.headers[SESSION_TOKEN_HEADER];
      if (token === undefined && session) {
        if (byLink && isOwnOrigin(request.headers, request.host)) return session;
        // Whoever sent this may not be the one whom the cookie was given to: it stays.
        throw new ConsoleError('SessionRequired');
      }
      if (session && ownsToken(session, String(token))) return session;
      takeBack(request, reply);
      throw new ConsoleError('SessionRequired');
    },
    give(request, reply, { cookie: value, lifetime }) {
      const maxAge = Math.floor(lifetime / 1000);
      reply.setCookie(cookieName(request), value, { ...attributes(request), maxAge });
    },
    async end(request, reply, why) {
      const value = request.cookies?.[cookieName(request)];
      if (value === undefined) return;
      takeBack(request, reply);
      const account = await sessions.end(value);
      if (account !== undefined) record({ ...why, account, address: request.ip });
    },
  };
}
