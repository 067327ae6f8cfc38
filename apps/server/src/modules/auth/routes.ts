import type { SessionInfo } from '@stowage/contract/auth';
import * as contract from '@stowage/contract/auth';
import { type CallOutput, SESSION_TOKEN_HEADER } from '@stowage/contract/endpoint';
import { couldAllow } from '@stowage/domain/policy';
import type { FastifyRequest } from 'fastify';
import { ConsoleError } from '../../console-error.ts';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import { addressOf, mountOf } from '../../plugins/mount.ts';
import type { SessionCookies } from '../../plugins/session.ts';
import type { RecordSecurityEvent } from '../../security-log/security-event.ts';
import type { Session } from '../../sessions/session.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import type { LoginCounts } from '../../state/login-counts.ts';
import type { RestartNeeds } from '../../upstream/restart-needs.ts';
import type { Storage } from '../../upstream/storage.ts';
import { createAsksDirectory } from './asks-directory.ts';
import { createChangePassword } from './change-password.ts';
import { clientOf } from './client-of.ts';
import { createConfirmPassword } from './confirm-password.ts';
import { presentListed } from './listed-session.ts';
import { createLogIn } from './login.ts';
import { createLoginLimit } from './login-limit.ts';
import { presentSession } from './session-info.ts';
import type { SignOn } from './sign-on.ts';
import { beginAddress } from './sign-on-routes.ts';

const HOUR = 3_600_000;

export interface AuthDependencies {
  readonly sessions: Sessions;
  readonly loginCounts: LoginCounts;
  readonly signOn: Pick<SignOn, 'all' | 'endAddress'>;
  readonly cookies: SessionCookies;
  readonly storage: Pick<Storage, 'accountOf' | 'changeOwnSecret' | 'clientsOf' | 'serverAt'>;
  readonly record: RecordSecurityEvent;
  readonly needs: Pick<RestartNeeds, 'isWaiting'>;
  readonly version: string;
  readonly transfers: { readonly uploads: number; readonly downloads: number };
}

/** Login and logout, the sessions of an account, and what the current session may do. */
export function authRoutes(dependencies: AuthDependencies): RouteModule {
  const { sessions, loginCounts, signOn, cookies, storage, record } = dependencies;
  const limit = createLoginLimit({ counts: loginCounts, now: sessions.now });
  const logIn = createLogIn({ sessions, record, limit });
  const changePassword = createChangePassword({ storage, sessions, record, limit });
  const confirmPassword = createConfirmPassword({ sessions, record, limit });
  const describeSession = createDescribeSession(dependencies);
  return ({ serve }) => {
    serve(contract.getLoginStrategy, async ({ request }) => strategyFor(request, dependencies));

    serve(contract.login, async ({ body, request, reply, signal }) => {
      const { keepSignedIn, ...keys } = body;
      const mount = mountOf(request.raw);
      // The web app sends the header with every call, even while it has no token.
      const byCookieAlone = request.headers[SESSION_TOKEN_HEADER] === undefined;
      const client = clientOf(request);
      const who = { proof: keys, accountName: keys.accessKey, client };
      const opened = await logIn({ ...who, keepSignedIn, mount, byCookieAlone }, signal);
      cookies.give(request, reply, opened);
      return { sessionId: opened.token };
    });

    serve(contract.logout, async ({ request, reply }) => {
      const signedOn = await cookies.end(request, reply, { event: 'logout' });
      const redirect = signedOn && (await signOn.endAddress(signedOn, addressOf(request, 'login')));
      return { ...(redirect !== undefined && { redirect }) };
    });

    serve(contract.getSession, ({ session, signal }) => describeSession(session, signal));

    serve(contract.changePassword, async ({ session, body, request, reply, signal }) => {
      const { current_secret_key: current, new_secret_key: next } = body;
      const change = { session, current, next, address: request.ip };
      if (await changePassword(change, signal)) return;
      await cookies.end(request, reply, { event: 'session.ended', reason: 'password changed' });
    });

    serve(contract.confirmPassword, async ({ session, body, request, signal }) => {
      await confirmPassword({ session, ...body, address: request.ip }, signal);
    });

    serve(contract.listSessions, async ({ session }) => ({
      sessions: (await sessions.list(session)).map((listed) => presentListed(listed, session.key)),
    }));

    serve(contract.endOneSession, async ({ session, params, request, reply }) => {
      const revoked = { event: 'session.revoked', reason: 'one session' } as const;
      if (params.session === session.key) {
        await cookies.end(request, reply, revoked);
        return;
      }
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

/** Describes how to log in, and what the login screen shows besides. */
async function strategyFor(
  request: FastifyRequest,
  { sessions, signOn, storage, version }: AuthDependencies,
): Promise<CallOutput<typeof contract.getLoginStrategy>> {
  const storageHost = storage.serverAt(mountOf(request.raw)).host();
  const providers = (await signOn.all()).map((provider) => ({
    ...provider,
    redirect: beginAddress(request, provider.name),
  }));
  const [first] = providers;
  return {
    ...(first
      ? { loginStrategy: 'redirect', redirect: first.redirect, providers }
      : { loginStrategy: 'form' }),
    ...(storageHost !== undefined && { storageHost }),
    version,
    sessionHours: sessions.limits.idle / HOUR,
    keptSessionHours: sessions.limits.total / HOUR,
  };
}

/** Creates the function that describes a session to the browser. */
function createDescribeSession({ sessions, storage, needs, transfers }: AuthDependencies) {
  const asksDirectory = createAsksDirectory({ storage, now: sessions.now });
  return async (session: Session, signal: AbortSignal): Promise<SessionInfo> => {
    const server = storage.serverAt(session.audience.mount);
    const [account, distributedMode] = await Promise.all([
      storage.accountOf(session, signal),
      server.isDistributed(),
    ]);
    const canRestart = couldAllow(account.policy.documents, ['admin:ServiceRestart']);
    return presentSession(account, {
      // Single-drive limitations are specific to MinIO.
      distributedMode: distributedMode || !account.capabilities.admin,
      storageHost: server.host() ?? '',
      ...(session.origin !== undefined && { loginName: session.accountName }),
      ldap: await asksDirectory(session, account, signal),
      endsIn: Math.max(0, Math.floor((session.endsAt - sessions.now()) / 1000)),
      idleSeconds: Math.floor(sessions.limits.idle / 1000),
      ...(canRestart && { restartNeeded: await needs.isWaiting(session, signal) }),
      ...transfers,
    });
  };
}
