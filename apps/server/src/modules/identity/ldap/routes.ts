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

/** The LDAP users and groups of the storage server, and their policies. */
export function ldapRoutes({ storage }: Pick<Identity, 'storage'>): RouteModule {
  return ({ serve }) => {
    serve(contract.listLdapEntities, async ({ session, query, signal }) => {
      const { admin } = storage.clientsOf(session);
      // Without LDAP, MinIO refuses to list the policies, with a different error code than for a
      // change.
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

/**
 * Makes the change under the name as given, and if that is unknown, under the DN with its escapes
 * restored.
 */
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

/** MinIO has no error code of its own for an invalid DN, nor for an ambiguous login name. */
function isAboutName(error: unknown): error is StorageRequestError {
  if (!(error instanceof StorageRequestError)) return false;
  const { code, message } = error;
  return NO_ENTITY.includes(code) || (code === 'InternalError' && /\bDNs?\b/.test(message));
}

/**
 * @throws ConsoleError NotSupported if the storage server reports one of these codes, which mean
 *    that it has no LDAP
 */
function whereEnabled<Result>(codes: readonly string[], call: Promise<Result>): Promise<Result> {
  const detail = 'LDAP is not set up at this storage server.';
  return refusedAs(codes, call, (cause) => new ConsoleError('NotSupported', { detail, cause }));
}
