import cookie from '@fastify/cookie';
import { SESSION_TOKEN_HEADER, UNATTENDED_HEADER } from '@stowage/contract/endpoint';
import { tokenOfProtocols } from '@stowage/contract/stream';
import { plainAddress } from '@stowage/domain/ip-address';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ConsoleError } from '../console-error.ts';
import type { RecordSecurityEvent } from '../security-log/security-event.ts';
import { needsProof, ownsToken, type Session, type SignedOn } from '../sessions/session.ts';
import type { OpenedSession, Sessions } from '../sessions/sessions.ts';
import { mountOf } from './mount.ts';
import { isOwnOrigin } from './origin-check.ts';

/** How many cookies of the same name are checked. */
const MAX_COOKIES = 4;

/** Binds sessions to the browser's cookie, and the cookie to the token that the web app keeps. */
export interface SessionCookies {
  /**
   * Returns the caller's session. `byLink`: links and images carry only a cookie, which suffices if
   * they come from a page of this console.
   * @throws ConsoleError SessionRequired if there is none
   */
  require(request: FastifyRequest, reply: FastifyReply, byLink: boolean): Promise<Session>;
  /** @throws ConsoleError PasswordRequired if the user has to re-authenticate */
  requireProof(session: Session): void;
  /** Gives the browser a new session. */
  give(request: FastifyRequest, reply: FastifyReply, opened: OpenedSession): void;
  /**
   * Ends the session of the request's cookie, if any, and clears the cookie.
   * @returns the sign-on of its user, if through an identity provider
   */
  end(request: FastifyRequest, reply: FastifyReply, why: SessionEnd): Promise<SignedOn | undefined>;
}

/** How the security log records the end of a session. */
export interface SessionEnd {
  readonly event: 'logout' | 'session.ended' | 'session.revoked';
  readonly reason?: string;
}

/** Registers cookie parsing and returns what routes need to identify their caller. */
export async function sessionCookies(
  app: FastifyInstance,
  sessions: Sessions,
  record: RecordSecurityEvent,
): Promise<SessionCookies> {
  await app.register(cookie);

  /**
   * Browsers share cookies between the ports of a host, so each console uses its own name. The
   * prefixes prevent pages without TLS, and for a console at the root path also other hosts of the
   * domain, from setting it.
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
      const values = valuesOf(request, cookieName(request));
      const unattended = request.headers[UNATTENDED_HEADER] !== undefined;
      const found = await Promise.all(
        values.map((value) => sessions.find(value, mountOf(request.raw), unattended)),
      );
      const open = found.filter((session) => session !== undefined);
      const token = tokenOf(request);
      const own = open.find((session) =>
        token === undefined
          ? (byLink || session.byCookieAlone) &&
            values.length === 1 &&
            isOwnOrigin(request.headers, request.host)
          : ownsToken(session, token),
      );
      if (own) return { ...own, address: plainAddress(request.ip) };
      // Without a token, the sender may not be the owner of the cookie, so it is not cleared.
      const isStale = open.length === 0 || token !== undefined;
      if (isStale && values.length > 0) takeBack(request, reply);
      throw new ConsoleError('SessionRequired');
    },
    requireProof(session) {
      if (needsProof(session, sessions.now())) throw new ConsoleError('PasswordRequired');
    },
    give(request, reply, { cookie: value, lifetime }) {
      const maxAge = Math.floor(lifetime / 1000);
      reply.setCookie(cookieName(request), value, { ...attributes(request), maxAge });
    },
    async end(request, reply, why) {
      const values = valuesOf(request, cookieName(request));
      if (values.length > 0) takeBack(request, reply);
      let signedOn: SignedOn | undefined;
      for (const value of values) {
        const ended = await sessions.end(value);
        if (!ended) continue;
        record({ ...why, account: ended.accountName, address: request.ip });
        signedOn ??= ended.signedOn;
      }
      return signedOn;
    },
  };
}

/** The token that a page sends with a call or with a socket's handshake. */
function tokenOf({ headers }: FastifyRequest): string | undefined {
  const token = headers[SESSION_TOKEN_HEADER];
  return token === undefined
    ? tokenOfProtocols(headers['sec-websocket-protocol'] ?? '')
    : String(token);
}

/**
 * The values of a cookie. There are several if a page on another port of the host has set one for a
 * path of its own; the token then identifies the right one.
 */
function valuesOf({ headers }: FastifyRequest, name: string): readonly string[] {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
    .slice(0, MAX_COOKIES);
}
