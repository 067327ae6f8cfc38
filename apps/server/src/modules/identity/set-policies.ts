import * as contract from '@stowage/contract/identity/set-policies';
import { refusedField } from '../../changes/refused-field.ts';
import { checkRevision } from '../../changes/revision.ts';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import { readGroup } from './groups/group-state.ts';
import { type Identity, needing, turnOf } from './identity.ts';
import { readUser } from './users/user-state.ts';

/** Attaches policies to users and groups. */
export function setPoliciesRoutes({ storage, turns }: Identity): RouteModule {
  return ({ serve }) => {
    serve(contract.setPolicies, ({ session, query, body, signal }) => {
      const { entityName, entityType } = body;
      const { admin } = storage.clientsOf(session);
      const policies = [...new Set(body.name)];
      return turns.take({ name: turnOf(entityType, entityName), signal }, async ({ check }) => {
        if (query.revision !== undefined) {
          const state =
            entityType === 'user'
              ? needing('admin:GetUser', readUser(admin, entityName, signal))
              : needing('admin:GetGroup', readGroup(admin, entityName, signal));
          checkRevision(query.revision, (await state).revision);
        }
        await check();
        const change =
          entityType === 'user'
            ? admin.setPolicyForUser({ accessKey: entityName, policies })
            : admin.setPolicyForGroup({ group: entityName, policies });
        await refusedField('name', ['XMinioAdminNoSuchPolicy'], change);
      });
    });
  };
}
