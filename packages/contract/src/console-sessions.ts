import { OpenSession, SessionId } from './auth.ts';
import { endpoint, storage } from './endpoint.ts';
import { z } from './zod.ts';

/** Maximum number of sessions in a list. */
export const MAX_LISTED_SESSIONS = 1000;

/** A session of any account, as shown to administrators. */
export const AnyonesSession = OpenSession.extend({
  accountName: z.string(),
  /**
   * How the account logged in: at the storage server itself, a directory, or an identity provider.
   */
  origin: z.enum(['server', 'ldap', 'openid']),
});
export type AnyonesSession = z.infer<typeof AnyonesSession>;

export const listConsoleSessions = endpoint({
  id: 'consoleSessions.list',
  method: 'GET',
  path: '/console-sessions',
  summary:
    'Who is logged in on this console at the same storage server, the session used last first',
  permission: storage('admin:ListUsers'),
  response: z.object({
    sessions: z.array(AnyonesSession),
    /** Whether there are more sessions than are listed. */
    truncated: z.boolean(),
  }),
  status: 200,
  errors: ['SessionRequired', 'AccessDenied', 'StorageUnreachable', 'StorageTimeout'],
});

export const endConsoleSession = endpoint({
  id: 'consoleSessions.end',
  method: 'DELETE',
  path: '/console-sessions/{session}',
  summary: 'End a session of whichever account',
  permission: storage('admin:DisableUser'),
  params: z.object({ session: SessionId }),
  response: null,
  status: 204,
  errors: [
    'SessionRequired',
    'InvalidInput',
    'AccessDenied',
    'NotFound',
    'StorageUnreachable',
    'StorageTimeout',
  ],
});
