import { hash } from 'node:crypto';
import * as contract from '@stowage/contract/auth';
import { API_PREFIX, SESSION_TOKEN_HEADER } from '@stowage/contract/endpoint';
import { StorageRequestError } from '@stowage/storage-client/errors';
import type { FastifyRequest } from 'fastify';
import { ConsoleError } from '../../console-error.ts';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import { addressOf, mountOf } from '../../plugins/mount.ts';
import type { SessionCookies } from '../../plugins/session.ts';
import type { RecordSecurityEvent } from '../../security-log/security-event.ts';
import type { OpenedSession, Sessions } from '../../sessions/sessions.ts';
import type { IdentifiedUser } from '../../upstream/openid/identity-providers.ts';
import { clientOf } from './client-of.ts';
import { SIGN_ON_SECONDS, type SignOn } from './sign-on.ts';

export interface SignOnDependencies {
  readonly signOn: SignOn;
  readonly sessions: Pick<Sessions, 'open' | 'nameOf'>;
  readonly cookies: SessionCookies;
  readonly record: RecordSecurityEvent;
}

/** The page to which providers redirect browsers. */
const CALLBACK = 'oauth_callback';

/**
 * Concurrent logins of one browser, in several windows; more cookies would make its requests too
 * large.
 */
const MAX_TICKETS = 4;
/** Distinguishes the cookies of concurrent logins. */
const tagOf = (state: string) => hash('sha256', state, 'hex').slice(0, 12);

/** The URL that starts a login at a provider. */
export function beginAddress(request: FastifyRequest, provider: string): string {
  return `${mountOf(request.raw)}${API_PREFIX.slice(1)}/login/openid/${provider}`;
}

/** Login through identity providers. */
export function signOnRoutes(dependencies: SignOnDependencies): RouteModule {
  const { signOn, sessions, cookies, record } = dependencies;
  const ticketCookie = (request: FastifyRequest) => ({
    prefix: `stowage-sign-on-${sessions.nameOf(mountOf(request.raw))}-`,
    // Lax: the provider's redirect is a cross-site navigation.
    attributes: {
      path: mountOf(request.raw),
      httpOnly: true,
      sameSite: 'lax',
      secure: request.protocol === 'https',
    } as const,
  });

  async function open(user: IdentifiedUser, request: FastifyRequest): Promise<OpenedSession> {
    const { identity: proof, accountName, renewal: identity, signedOn } = user;
    const client = clientOf(request);
    const mount = mountOf(request.raw);
    const byCookieAlone = request.headers[SESSION_TOKEN_HEADER] === undefined;
    const login = { proof, accountName, client, mount, keepSignedIn: false, byCookieAlone };
    const about = { account: accountName, address: client.address };
    try {
      const opened = await sessions.open({ ...login, identity, signedOn });
      record({ event: 'login.succeeded', ...about });
      return opened;
    } catch (error) {
      if (!(error instanceof StorageRequestError) || error.status >= 500) throw error;
      record({ event: 'login.failed', ...about });
      throw new ConsoleError('SignOnFailed', {
        detail: `The storage server does not let ${accountName} in: ${error.message}`,
        cause: error,
      });
    }
  }

  return ({ serve }) => {
    serve(contract.beginSignOn, async ({ params, request, reply }) => {
      const { prefix, attributes } = ticketCookie(request);
      const callback = addressOf(request, CALLBACK);
      try {
        const { address, ticket, state } = await signOn.begin(params.provider, callback);
        const others = Object.keys(request.cookies).filter((name) => name.startsWith(prefix));
        // Browsers send the oldest cookie first.
        for (const name of others.slice(0, Math.max(0, others.length + 1 - MAX_TICKETS))) {
          reply.clearCookie(name, attributes);
        }
        const name = prefix + tagOf(state);
        reply.setCookie(name, ticket, { ...attributes, maxAge: SIGN_ON_SECONDS });
        return redirection(address);
      } catch (error) {
        if (!(error instanceof ConsoleError)) throw error;
        request.log.warn({ err: error }, 'a login at an identity provider could not begin');
        // This is a navigation: the callback page shows the error to the user.
        const told = { error: error.message, error_description: error.detail };
        return redirection(`${new URL(callback).pathname}?${new URLSearchParams(told)}`);
      }
    });

    serve(contract.finishSignOn, async ({ body, request, reply }) => {
      const { prefix, attributes } = ticketCookie(request);
      const name = prefix + tagOf(body.state);
      const ticket = request.cookies[name];
      // A ticket is valid for one attempt.
      reply.clearCookie(name, attributes);
      const user = await signOn.finish(ticket, body);
      const opened = await open(user, request);
      cookies.give(request, reply, opened);
      return { sessionId: opened.token, accountName: user.accountName };
    });
  };
}

const redirection = (location: string) => ({
  status: 302,
  headers: { location, 'cache-control': 'no-store' },
  body: null,
});
