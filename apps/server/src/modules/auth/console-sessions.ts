import * as contract from '@stowage/contract/console-sessions';
import { ConsoleError } from '../../console-error.ts';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import type { RecordSecurityEvent } from '../../security-log/security-event.ts';
import type { AnyonesSession } from '../../sessions/account-sessions.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import { requireAction } from '../../upstream/require-action.ts';
import type { Storage } from '../../upstream/storage.ts';
import { presentListed } from './listed-session.ts';

export interface ConsoleSessionsDependencies {
  readonly sessions: Pick<Sessions, 'listAll' | 'endAny'>;
  readonly storage: Pick<Storage, 'accountOf' | 'clientsOf'>;
  readonly record: RecordSecurityEvent;
}

/**
 * Lists all sessions of this console for those who may list users, and ends sessions for those who
 * may disable users.
 */
export function consoleSessionRoutes(dependencies: ConsoleSessionsDependencies): RouteModule {
  const { sessions, storage, record } = dependencies;
  return ({ serve }) => {
    serve(contract.listConsoleSessions, async ({ session, signal }) => {
      await requireAction(storage, session, 'admin:ListUsers', signal);
      const found = await sessions.listAll(session, contract.MAX_LISTED_SESSIONS);
      return {
        sessions: found.sessions.map((listed) => present(listed, session.key)),
        truncated: found.truncated,
      };
    });

    serve(contract.endConsoleSession, async ({ session, params, request, signal }) => {
      await requireAction(storage, session, 'admin:DisableUser', signal);
      const account = await sessions.endAny(session, params.session);
      if (account === undefined) {
        throw new ConsoleError('NotFound', { detail: 'There is no such session.' });
      }
      const reason = `ended by ${session.accountName}`;
      record({ event: 'session.revoked', account, address: request.ip, reason });
    });
  };
}

function present(listed: AnyonesSession, current: string) {
  const { accountName, origin } = listed;
  return { ...presentListed(listed, current), accountName, origin: originOf(origin) };
}

/** The prefix of the user's name at its source tells which source it is. */
function originOf(origin = ''): contract.AnyonesSession['origin'] {
  if (origin.startsWith('openid\n')) return 'openid';
  return origin.startsWith('ldap\n') ? 'ldap' : 'server';
}
