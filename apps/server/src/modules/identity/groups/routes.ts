import * as contract from '@stowage/contract/identity/groups';
import { refusedField } from '../../../changes/refused-field.ts';
import { checkRevision } from '../../../changes/revision.ts';
import { ConsoleError } from '../../../console-error.ts';
import { pageOf } from '../../../page-of.ts';
import type { RouteModule } from '../../../plugins/contract-routes.ts';
import { hasCode } from '../../../upstream/has-code.ts';
import type { StorageClients } from '../../../upstream/storage.ts';
import { byName, type Identity, LONG_LISTS, needing, runSteps, turnOf } from '../identity.ts';
import { addSteps, differenceOf, removeSteps } from '../memberships.ts';
import { UNSTORABLE_NAMES } from '../unstorable-names.ts';
import { readGroup } from './group-state.ts';

type Admin = StorageClients['admin'];

const REFUSED_NAMES = [
  'XMinioAdminInvalidArgument',
  'XMinioInvalidGroupName',
  'XMinioInvalidResource',
  ...UNSTORABLE_NAMES,
];

/** The user groups of the storage server. */
export function groupRoutes({ storage, turns }: Identity): RouteModule {
  return ({ serve }) => {
    serve(contract.listGroups, async ({ session, query, signal }) => {
      const all = await storage.clientsOf(session).admin.listGroups({ signal });
      return { groups: pageOf(all.toSorted(byName), query), total: all.length };
    });

    serve(contract.getGroup, ({ session, query, signal }) =>
      readGroup(storage.clientsOf(session).admin, query.name, signal),
    );

    serve(
      contract.createGroup,
      ({ session, body: { group, members }, signal }) => {
        const { admin } = storage.clientsOf(session);
        return turns.take({ name: turnOf('group', group), signal }, async () => {
          await refusedField('group', REFUSED_NAMES, requireFree(admin, group, signal));
          const made = refusedField(
            'group',
            REFUSED_NAMES,
            admin.addToGroup({ group, members: [...new Set(members)] }),
          );
          await refusedField('members', ['XMinioAdminNoSuchUser'], made);
        });
      },
      LONG_LISTS,
    );

    serve(
      contract.setGroup,
      ({ session, query, body, signal }) => {
        const group = query.name;
        if (body.group !== undefined && body.group !== group) {
          throw new ConsoleError('InvalidInput', { field: 'group', detail: 'It names another.' });
        }
        const { admin } = storage.clientsOf(session);
        return turns.take({ name: turnOf('group', group), signal }, async ({ check }) => {
          const before = await readGroup(admin, group, signal);
          checkRevision(query.revision, before.revision);
          await check();
          await runSteps(setGroupSteps(admin, before, body));
          return readGroup(admin, group, signal);
        });
      },
      LONG_LISTS,
    );

    serve(contract.deleteGroup, ({ session, query, signal }) => {
      const { admin } = storage.clientsOf(session);
      const group = query.name;
      return turns.take({ name: turnOf('group', group), signal }, async ({ check }) => {
        const { members, revision } = await readGroup(admin, group, signal);
        checkRevision(query.revision, revision);
        await check();
        await runSteps([
          ...(members.length > 0 ? removeSteps(admin, [group], members) : []),
          { done: '', run: () => admin.removeGroup({ group }) },
        ]);
      });
    });
  };
}

function setGroupSteps(
  admin: Admin,
  before: contract.Group,
  { members, status }: { members: readonly string[]; status: contract.Group['status'] },
) {
  const { added, removed } = differenceOf(before.members, members);
  const group = before.name;
  const setStatus = () => needing('admin:EnableGroup', admin.setGroupStatus({ group, status }));
  return [
    ...(added.length > 0 ? addSteps(admin, [group], added, 'members') : []),
    ...(removed.length > 0 ? removeSteps(admin, [group], removed) : []),
    ...(status === before.status ? [] : [{ done: 'The status was changed.', run: setStatus }]),
  ];
}

/** The storage server treats creating an existing group as adding members to it. */
async function requireFree(admin: Admin, group: string, signal: AbortSignal): Promise<void> {
  try {
    await needing('admin:GetGroup', admin.getGroup({ group, signal }));
  } catch (error) {
    const free = hasCode(error, 'XMinioAdminNoSuchGroup');
    if (free) return;
    throw error;
  }
  throw new ConsoleError('GroupExists', { field: 'group' });
}
