import * as contract from '@stowage/contract/identity/service-accounts';
import { Turns } from '../../../changes/turns.ts';
import { pageOf } from '../../../page-of.ts';
import type { RouteModule } from '../../../plugins/contract-routes.ts';
import type { Session } from '../../../sessions/session.ts';
import type { LeaseStore } from '../../../state/lease-store.ts';
import type { StorageAccess } from '../../../upstream/storage.ts';
import { explained } from './refusals.ts';
import {
  changeServiceAccount,
  createServiceAccount,
  getServiceAccount,
  listServiceAccounts,
} from './service.ts';

/**
 * The service accounts of the caller and of other users. The storage server decides which ones the
 * caller may access.
 */
export function serviceAccountRoutes(storage: StorageAccess, leases: LeaseStore): RouteModule {
  const turns = new Turns(leases);
  const adminOf = (session: Session) => storage.clientsOf(session).admin;
  return ({ serve }) => {
    serve(contract.listServiceAccounts, async ({ session, query, signal }) => {
      const accounts = await listServiceAccounts(adminOf(session), { signal });
      return pageOf(accounts, query).map(({ accessKey }) => accessKey);
    });

    serve(contract.listUserServiceAccounts, async ({ session, params, query, signal }) => {
      const accounts = await listServiceAccounts(adminOf(session), { ...params, signal });
      return pageOf(accounts, query).map(({ accessKey }) => accessKey);
    });

    serve(contract.listServiceAccountDetails, async ({ session, query, signal }) => ({
      serviceAccounts: await listServiceAccounts(adminOf(session), { ...query, signal }),
    }));

    for (const create of [contract.createServiceAccount, contract.createServiceAccountWithKeys]) {
      serve(create, async ({ session, body, signal }) =>
        createServiceAccount(adminOf(session), { signal }, body),
      );
    }

    for (const create of [
      contract.createUserServiceAccount,
      contract.createUserServiceAccountWithKeys,
    ]) {
      serve(create, async ({ session, params, body, signal }) =>
        createServiceAccount(adminOf(session), { ...params, signal }, body),
      );
    }

    serve(contract.getServiceAccount, async ({ session, params, signal }) =>
      getServiceAccount(adminOf(session), { ...params, signal }),
    );

    serve(contract.updateServiceAccount, async ({ session, params, query, body, signal }) => {
      const name = `service-account/${params.accessKey}`;
      return turns.take({ name, signal }, () =>
        changeServiceAccount(
          adminOf(session),
          { ...params, signal },
          { ...body, revision: query.revision },
        ),
      );
    });

    serve(contract.deleteServiceAccount, async ({ session, params, signal }) =>
      explained(adminOf(session).deleteServiceAccount({ ...params, signal })),
    );
  };
}
