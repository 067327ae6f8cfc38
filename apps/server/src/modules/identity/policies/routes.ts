import * as contract from '@stowage/contract/identity/policies';
import { StorageRequestError } from '@stowage/storage-client/errors';
import type { Turns } from '../../../changes/turns.ts';
import { ConsoleError } from '../../../console-error.ts';
import { pageOf } from '../../../page-of.ts';
import type { RouteModule } from '../../../plugins/contract-routes.ts';
import type { StorageAccess } from '../../../upstream/storage.ts';
import { changeHolders } from './holders.ts';
import { holdersOfKnown, readPolicies, readPolicy, removePolicy, writePolicy } from './policies.ts';

/** The policies that can be attached to users and groups. */
export function policyRoutes(storage: StorageAccess, turns: Turns): RouteModule {
  const turnOf = (name: string, signal: AbortSignal) => ({ name: `iam-policy/${name}`, signal });
  return ({ serve }) => {
    serve(contract.listPolicies, async ({ session, query, signal }) => {
      const policies = await readPolicies(storage.clientsOf(session).admin, signal);
      return { policies: pageOf(policies, query), total: policies.length };
    });

    serve(contract.getPolicy, ({ session, query, signal }) =>
      readPolicy(storage.clientsOf(session).admin, query.name, signal),
    );

    serve(contract.savePolicy, async ({ session, query, body, signal }) => {
      const { admin } = storage.clientsOf(session);
      await turns.take(turnOf(body.name, signal), () =>
        writePolicy(admin, { ...body, ...query }, signal),
      );
      return body;
    });

    serve(contract.deletePolicy, async ({ session, query, signal }) => {
      const { admin } = storage.clientsOf(session);
      await turns.take(turnOf(query.name, signal), () => removePolicy(admin, query, signal));
    });

    serve(contract.listPolicyUsers, async ({ session, params, query, signal }) => {
      const { users } = await holdersOfKnown(storage.clientsOf(session).admin, params.name, signal);
      return pageOf(users, query);
    });

    serve(contract.listPolicyGroups, async ({ session, params, query, signal }) => {
      const { groups } = await holdersOfKnown(
        storage.clientsOf(session).admin,
        params.name,
        signal,
      );
      return pageOf(groups, query);
    });

    serve(contract.changePolicyHolders, async ({ session, params, body, signal }) => {
      const { admin } = storage.clientsOf(session);
      try {
        return { results: await changeHolders(admin, params.name, body, signal) };
      } catch (cause) {
        if (!(cause instanceof StorageRequestError)) throw cause;
        if (cause.code !== 'XMinioAdminNoSuchPolicy') throw cause;
        throw new ConsoleError('NotFound', { field: 'name', detail: cause.message, cause });
      }
    });
  };
}
