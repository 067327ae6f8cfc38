import * as contract from '@stowage/contract/identity/ldap';
import type { LdapPolicyChange } from '@stowage/storage-client/admin';
import { StorageRequestError } from '@stowage/storage-client/errors';
import { refusedAs, refusedField } from '../../../changes/refused-field.ts';
import { ConsoleError } from '../../../console-error.ts';
import { pageOf } from '../../../page-of.ts';
import type { RouteModule } from '../../../plugins/contract-routes.ts';
import type { Identity } from '../identity.ts';
import { entitiesOf } from './entities.ts';
import { withEscapes } from './written-dn.ts';

const NO_ENTITY = ['XMinioAdminNoSuchUser', 'XMinioAdminNoSuchGroup', 'XMinioAdminInvalidArgument'];

/** The users and groups of the directory that the storage server asks (LDAP), and their policies. */
export function ldapRoutes({ storage }: Pick<Identity, 'storage'>): RouteModule {
  return ({ serve }) => {
    serve(contract.listLdapEntities, async ({ session, query, signal }) => {
      const { admin } = storage.clientsOf(session);
      // MinIO tells nobody who has what where it has no LDAP, and says so in other words than of a change.
      const mappings = await whereEnabled(
        ['XMinioLDAPNotEnabled', 'XMinioIAMActionNotAllowed'],
        admin.listLdapPolicyMappings({ signal }),
      );
      const entities = entitiesOf(mappings);
      return { entities: pageOf(entities, query), total: entities.length };
    });

    serve(contract.attachLdapPolicies, ({ session, body }) =>
      changePolicies(body, storage.clientsOf(session).admin.attachLdapPolicies),
    );

    serve(contract.detachLdapPolicies, ({ session, body }) =>
      changePolicies(body, storage.clientsOf(session).admin.detachLdapPolicies),
    );
  };
}

type Change = (wish: LdapPolicyChange) => Promise<void>;

async function changePolicies(wish: LdapPolicyChange, change: Change): Promise<void> {
  const named = underItsName(wish, change);
  const policy = refusedField('policies', ['XMinioAdminNoSuchPolicy'], named);
  await whereEnabled(['XMinioLDAPNotEnabled'], policy);
}

/** Makes the change under the name as it came, and where nobody has that, under the DN with its escapes. */
async function underItsName(wish: LdapPolicyChange, change: Change): Promise<void> {
  try {
    await change(wish);
  } catch (error) {
    const name = isAboutName(error) ? withEscapes(wish.name) : undefined;
    if (name === undefined) throw nameRefused(error);
    await change({ ...wish, name }).catch((again: unknown) => {
      throw nameRefused(again);
    });
  }
}

function nameRefused(cause: unknown): unknown {
  if (!isAboutName(cause)) return cause;
  return new ConsoleError('InvalidInput', { field: 'name', detail: cause.message, cause });
}

/** MinIO has no code of its own for a text that is no DN, and for a login name that several users have. */
function isAboutName(error: unknown): error is StorageRequestError {
  if (!(error instanceof StorageRequestError)) return false;
  const { code, message } = error;
  return NO_ENTITY.includes(code) || (code === 'InternalError' && /\bDNs?\b/.test(message));
}

/** @throws ConsoleError NotSupported where the storage server says by one of these codes that it has no LDAP */
function whereEnabled<Result>(codes: readonly string[], call: Promise<Result>): Promise<Result> {
  const detail = 'LDAP is not set up at this storage server.';
  return refusedAs(codes, call, (cause) => new ConsoleError('NotSupported', { detail, cause }));
}
