import * as contract from '@stowage/contract/auth';
import { SESSION_TOKEN_HEADER } from '@stowage/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { ConsoleError } from '../../console-error.ts';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import { mountOf } from '../../plugins/mount.ts';
import type { SessionCookies } from '../../plugins/session.ts';
import type { RecordSecurityEvent } from '../../security-log/security-event.ts';
import type { ListedSession } from '../../sessions/account-sessions.ts';
import type { SessionClient } from '../../sessions/session.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import type { LoginCounts } from '../../state/login-counts.ts';
import type { Storage } from '../../upstream/storage.ts';
import { createChangePassword } from './change-password.ts';
import { createLogIn } from './login.ts';
import { createLoginLimit } from './login-limit.ts';
import { presentSession } from './session-info.ts';

const HOUR = 3_600_000;
const MAX_USER_AGENT = 256;

export interface AuthDependencies {
  readonly sessions: Sessions;
  readonly loginCounts: LoginCounts;
  readonly cookies: SessionCookies;
  readonly storage: Pick<Storage, 'accountOf' | 'changeOwnSecret' | 'serverAt'>;
  readonly record: RecordSecurityEvent;
  readonly version: string;
  readonly transfers: { readonly uploads: number; readonly downloads: number };
}

/** Logging in and out, the sessions of an account, and what the session at hand may do. */
export function authRoutes(dependencies: AuthDependencies): RouteModule {
  const { sessions, loginCounts, cookies, storage, record, version, transfers } = dependencies;
  const limit = createLoginLimit({ counts: loginCounts, now: sessions.now });
  const logIn = createLogIn({ sessions, record, limit });
  const changePassword = createChangePassword({ storage, sessions, record, limit });
  return ({ serve }) => {
    serve(contract.getLoginStrategy, async ({ request }) => {
      const storageHost = storage.serverAt(mountOf(request.raw)).host();
      return {
        loginStrategy: 'form' as const,
        ...(storageHost !== undefined && { storageHost }),
        version,
        sessionHours: sessions.limits.idle / HOUR,
        keptSessionHours: sessions.limits.total / HOUR,
      };
    });

    serve(contract.login, async ({ body, request, reply, signal }) => {
      const { keepSignedIn, ...keys } = body;
      const mount = mountOf(request.raw);
      // Our own web app names the header in every call, also while it has no token.
      const byCookieAlone = request.headers[SESSION_TOKEN_HEADER] === undefined;
      const client = clientOf(request);
      const opened = await logIn({ keys, keepSignedIn, mount, client, byCookieAlone }, signal);
      cookies.give(request, reply, opened);
      return { sessionId: opened.token };
    });

    serve(contract.logout, async ({ request, reply }) => {
      await cookies.end(request, reply, { event: 'logout' });
    });

    serve(contract.getSession, async ({ session, signal }) => {
      const server = storage.serverAt(session.audience.mount);
      const [account, distributedMode] = await Promise.all([
        storage.accountOf(session, signal),
        server.isDistributed(),
      ]);
      return presentSession(account, {
        // The limits of a single drive are MinIO's own.
        distributedMode: distributedMode || !account.capabilities.admin,
        storageHost: server.host() ?? '',
        endsIn: Math.max(0, Math.floor((session.endsAt - sessions.now()) / 1000)),
        ...transfers,
      });
    });

    serve(contract.changePassword, async ({ session, body, request, reply, signal }) => {
      const { current_secret_key: current, new_secret_key: next } = body;
      const change = { session, current, next, address: request.ip };
      if (await changePassword(change, signal)) return;
      await cookies.end(request, reply, { event: 'session.ended', reason: 'password changed' });
    });

    serve(contract.listSessions, async ({ session }) => ({
      sessions: (await sessions.list(session)).map((listed) => present(listed, session.key)),
    }));

    serve(contract.endOneSession, async ({ session, params, request, reply }) => {
      const revoked = { event: 'session.revoked', reason: 'one session' } as const;
      if (params.session === session.key) return cookies.end(request, reply, revoked);
      if (!(await sessions.endOne(session, params.session))) {
        throw new ConsoleError('NotFound', { detail: 'There is no such session of this account.' });
      }
      record({ ...revoked, account: session.accountName, address: request.ip });
    });

    serve(contract.endSessions, async ({ session, request, reply }) => {
      const others = await sessions.endOthers(session);
      const ended = others + 1;
      await cookies.end(request, reply, {
        event: 'session.revoked',
        reason: `all sessions: ${ended}`,
      });
      return { ended };
    });
  };
}

function clientOf({ ip, headers }: FastifyRequest): SessionClient {
  return { address: ip, userAgent: (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT) };
}

function present({ key, client, createdAt, usedAt }: ListedSession, current: string) {
  return {
    id: key,
    current: key === current,
    ...client,
    createdAt: new Date(createdAt).toISOString(),
    usedAt: new Date(usedAt).toISOString(),
  };
}
