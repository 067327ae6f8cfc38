import * as contract from '@stowage/contract/auth';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import type { SessionCookies } from '../../plugins/session.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import { readAccount } from '../../upstream/account.ts';
import type { Storage } from '../../upstream/storage.ts';
import { logIn } from './login.ts';
import { createLoginLimit } from './login-limit.ts';
import { presentSession } from './session-info.ts';

export interface AuthDependencies {
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
  readonly storage: Pick<Storage, 'clientsOf' | 'host' | 'isDistributed'>;
  readonly version: string;
  readonly transfers: { readonly uploads: number; readonly downloads: number };
}

/** Logging in and out, and what the session may do. */
export function authRoutes(dependencies: AuthDependencies): RouteModule {
  const { sessions, cookies, storage, version, transfers } = dependencies;
  const limit = createLoginLimit();
  return ({ serve }) => {
    serve(contract.getLoginStrategy, async () => {
      const storageHost = storage.host();
      return {
        loginStrategy: 'form' as const,
        ...(storageHost !== undefined && { storageHost }),
        version,
        sessionHours: sessions.limits.idle / 3_600_000,
      };
    });

    serve(contract.login, async ({ body, request, reply }) => {
      const opened = await logIn(sessions, limit, body, request.ip);
      cookies.give(request, reply, opened);
      return { sessionId: opened.publicId };
    });

    serve(contract.logout, async ({ request, reply }) => {
      await cookies.end(request, reply);
    });

    serve(contract.getSession, async ({ session, signal }) => {
      const [account, distributedMode] = await Promise.all([
        readAccount(storage.clientsOf(session).admin, signal),
        storage.isDistributed(),
      ]);
      return presentSession(account, {
        distributedMode,
        storageHost: storage.host() ?? '',
        ...transfers,
      });
    });
  };
}
