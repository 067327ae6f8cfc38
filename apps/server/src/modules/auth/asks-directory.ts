import { couldAllow } from '@stowage/domain/policy';
import { StorageRequestError } from '@stowage/storage-client/errors';
import type { Session } from '../../sessions/session.ts';
import type { Account } from '../../upstream/account.ts';
import type { Storage, StorageClients } from '../../upstream/storage.ts';

/** LDAP settings change only when the storage server restarts. */
const KEPT_MS = 60_000;
/** Any of them suffices for the list of entities, which is the only indication. */
const RIGHTS = ['admin:ListUserPolicies', 'admin:ListUsers', 'admin:ListGroups'];
/** No policy has this name, so the response is short. */
const NO_POLICY = ' ';

interface Answer {
  readonly ldap: boolean;
  readonly until: number;
}

/**
 * Creates a function that determines whether a session's storage server uses a directory (LDAP). It
 * returns false for users who may not list LDAP entities. The result is cached for a minute with
 * the clients, which sessions with the same keys share.
 */
export function createAsksDirectory({
  storage,
  now,
}: {
  readonly storage: Pick<Storage, 'clientsOf'>;
  readonly now: () => number;
}) {
  const answers = new WeakMap<StorageClients, Answer>();
  return async (session: Session, account: Account, signal: AbortSignal): Promise<boolean> => {
    const { capabilities, policy } = account;
    if (!capabilities.admin || !couldAllow(policy.documents, RIGHTS)) return false;
    const clients = storage.clientsOf(session);
    const known = answers.get(clients);
    if (known && known.until > now()) return known.ldap;
    try {
      await clients.admin.listLdapPolicyMappings({ policy: NO_POLICY, signal });
      answers.set(clients, { ldap: true, until: now() + KEPT_MS });
      return true;
    } catch (error) {
      if (isRefusal(error)) {
        answers.set(clients, { ldap: false, until: now() + KEPT_MS });
      }
      return false;
    }
  };
}

/**
 * Whether the server has answered, rather than being too busy to: MinIO and its relatives use 501
 * if there is no LDAP.
 */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof StorageRequestError)) return false;
  return error.status < 500 || error.status === 501;
}
