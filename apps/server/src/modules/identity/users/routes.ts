import * as contract from '@stowage/contract/identity/users';
import { checkRevision } from '../../../changes/revision.ts';
import { ConsoleError } from '../../../console-error.ts';
import { pageOf } from '../../../page-of.ts';
import type { RouteModule } from '../../../plugins/contract-routes.ts';
import type { Session } from '../../../sessions/session.ts';
import { byName, type Identity, LONG_LISTS, runSteps, turnOf } from '../identity.ts';
import { addSteps, requireGroups } from '../memberships.ts';
import { createUser } from './create-user.ts';
import { setPassword } from './set-password.ts';
import { setUserSteps } from './set-user.ts';
import { presentListed, readUser } from './user-state.ts';

/** The users of the storage server. */
export function userRoutes({ storage, turns }: Identity): RouteModule {
  return ({ serve }) => {
    serve(contract.listUsers, async ({ session, query, signal }) => {
      const all = await storage.clientsOf(session).admin.listUsers({ signal });
      const users = all.toSorted((a, b) => byName(a.accessKey, b.accessKey));
      return { users: pageOf(users, query).map(presentListed), total: users.length };
    });

    serve(contract.getUser, ({ session, query, signal }) =>
      readUser(storage.clientsOf(session).admin, query.name, signal),
    );

    serve(
      contract.createUser,
      ({ session, body, signal }) => {
        const { admin } = storage.clientsOf(session);
        const name = turnOf('user', body.accessKey);
        return turns.take({ name, signal }, async () => {
          await createUser(admin, body, signal);
          return readUser(admin, body.accessKey, signal);
        });
      },
      LONG_LISTS,
    );

    serve(
      contract.setUser,
      ({ session, query, body, signal }) => {
        const { admin } = storage.clientsOf(session);
        return turns.take({ name: turnOf('user', query.name), signal }, async ({ check }) => {
          const before = await readUser(admin, query.name, signal);
          checkRevision(query.revision, before.revision);
          if (body.status !== undefined && body.status !== before.status) {
            refuseOwn(session, query.name);
          }
          const { joined, steps } = setUserSteps(admin, before, body);
          await requireGroups(admin, joined, signal);
          await check();
          await runSteps(steps);
          return readUser(admin, query.name, signal);
        });
      },
      LONG_LISTS,
    );

    serve(contract.deleteUser, ({ session, query, body, signal }) => {
      refuseOwn(session, query.name);
      if (body !== undefined && body.id !== query.name) {
        throw new ConsoleError('InvalidInput', { field: 'id', detail: 'It names another user.' });
      }
      const { admin } = storage.clientsOf(session);
      const turn = { name: turnOf('user', query.name), signal };
      return turns.take(turn, () => admin.removeUser({ accessKey: query.name }));
    });

    serve(
      contract.addUsersToGroups,
      async ({ session, body: { groups, users }, signal }) => {
        const { admin } = storage.clientsOf(session);
        await requireGroups(admin, groups, signal);
        await runSteps(addSteps(admin, [...new Set(groups)], [...new Set(users)], 'users'));
      },
      LONG_LISTS,
    );

    serve(contract.changeUserPassword, ({ session, body, signal }) => {
      const { selectedUser, newSecretKey } = body;
      if (isOwn(session, selectedUser)) {
        const detail = 'Your own password is changed with the current one, in the account menu.';
        throw new ConsoleError('InvalidInput', { field: 'selectedUser', detail });
      }
      const { admin } = storage.clientsOf(session);
      return turns.take({ name: turnOf('user', selectedUser), signal }, () =>
        setPassword(admin, selectedUser, newSecretKey, signal),
      );
    });
  };
}

/** A user of a provider or directory may have the same name as a local user. */
function isOwn({ accountName, origin }: Session, name: string): boolean {
  return origin === undefined && name === accountName;
}

/**
 * With temporary credentials, MinIO does not recognise the caller's own account.
 * @throws ConsoleError OwnAccount
 */
function refuseOwn(session: Session, name: string): void {
  if (isOwn(session, name)) throw new ConsoleError('OwnAccount');
}
