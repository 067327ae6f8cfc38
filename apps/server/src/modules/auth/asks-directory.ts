import { couldAllow } from '@stowage/domain/policy';
import { StorageRequestError } from '@stowage/storage-client/errors';
import type { Session } from '../../sessions/session.ts';
import type { Account } from '../../upstream/account.ts';
import type { Storage, StorageClients } from '../../upstream/storage.ts';

/** Settings of LDAP change with a restart of the storage server only. */
const KEPT_MS = 60_000;
/** Any of them will do for the list of entities, which alone tells. */
const RIGHTS = ['admin:ListUserPolicies', 'admin:ListUsers', 'admin:ListGroups'];
/** The list is asked for what is in no policy: the answer is short. */
const NO_POLICY = ' ';

interface Answer {
  readonly ldap: boolean;
  readonly until: number;
}

/**
 * Makes what finds out whether the storage server of a session asks a directory (LDAP). Nobody is told
 * who may not see its entities. What is found out is kept for a minute, by the clients, which
 * sessions of the same keys share.
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

/** An answer, not a server that is too busy for one: 501 is how MinIO's kin say that there is no LDAP. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof StorageRequestError)) return false;
  return error.status < 500 || error.status === 501;
}
