import * as contract from '@stowage/contract/identity/keys-report';
import type { RouteModule } from '../../../plugins/contract-routes.ts';
import type { StorageAccess } from '../../../upstream/storage.ts';
import { readKeys } from './read-keys.ts';
import { reportOf } from './report.ts';

/** Thousands of keys may have to be requested individually. */
const LIMITS = { time: 3 * 60_000 };

/** The report on all access keys of all users. */
export function keysReportRoutes(storage: StorageAccess): RouteModule {
  return ({ serve }) => {
    serve(
      contract.getKeysReport,
      async ({ session, signal }) => {
        const keys = await readKeys(storage.clientsOf(session).admin, signal);
        return reportOf(keys, Date.now());
      },
      LIMITS,
    );
  };
}
