import { Anchor } from '@mantine/core';
import type { ListedUser } from '@stowage/contract/identity/users';
import { ROUTES } from '@stowage/contract/pages';
import { isDirectoryName } from '@stowage/domain/principal-names';
import { IconUser, IconUsersPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import { usersQuery } from '#web/entities/identity/api.ts';
import { identityText } from '#web/entities/identity/en.ts';
import { useOwnName } from '#web/entities/identity/use-own-name.ts';
import { useRefusals } from '#web/entities/identity/use-refusals.ts';
import { useSession } from '#web/entities/session/session.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import type { Selection } from '#web/ui/data-table-selection.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { RefusableButton } from '#web/ui/refusable-button.tsx';
import { ToolbarNote } from '#web/ui/toolbar.tsx';
import { useDialog } from '#web/ui/use-dialog.ts';
import { WarningNote } from '#web/ui/warning-note.tsx';
import { userColumns } from './components/user-columns.tsx';
import { usersText } from './en.ts';

// Loaded when first opened.
const UserDialog = lazyPart(() => import('./components/user-dialog.tsx'), 'UserDialog');
const DeleteUserDialog = lazyPart(
  () => import('./components/delete-user-dialog.tsx'),
  'DeleteUserDialog',
);
const AddToGroupsDialog = lazyPart(
  () => import('./components/add-to-groups-dialog.tsx'),
  'AddToGroupsDialog',
);

const noUsers: readonly ListedUser[] = [];
const nameOf = ({ accessKey }: ListedUser) => accessKey;
const docs =
  'https://docs.min.io/community/minio-object-store/administration/identity-access-management/minio-user-management.html';

/** Returns why a user cannot be deleted here; undefined if it can. */
function useDeleteRefusal(): (name: string) => string | undefined {
  const t = useText(usersText);
  const tIdentity = useText(identityText);
  const own = useOwnName();
  const refusalOf = useRefusals();
  return (name) => {
    if (name === own) return t('own');
    if (isDirectoryName(name)) return tIdentity('directory');
    return refusalOf('admin:DeleteUser');
  };
}

/** Says that users come from a directory, and where their policies are. */
function DirectoryNote({ listed }: { readonly listed: boolean }) {
  const t = useText(usersText);
  const { pages } = useSession();
  const isOpen = pages.includes(ROUTES.ldap.pattern);
  if (!listed && !isOpen) return null;
  return (
    <WarningNote>
      {t(listed ? 'directory' : 'directoryApart')}{' '}
      {isOpen && (
        <Anchor component={RouterLink} to={pagePath('ldap')}>
          {t('directoryLink')}
        </Anchor>
      )}
    </WarningNote>
  );
}

/** The users of the storage server. */
export function UsersPage() {
  const t = useText(usersText);
  const list = useQuery(usersQuery);
  const refusalOf = useRefusals();
  const [selection, setSelection] = useState<Selection>(new Set());
  const adding = useDialog<readonly string[]>();
  const columns = useMemo(() => userColumns(t), [t]);
  const users = list.data ?? noUsers;
  const selected = useMemo(
    () => users.map(nameOf).filter((name) => selection.has(name)),
    [users, selection],
  );
  const hasDirectory = useMemo(() => users.map(nameOf).some(isDirectoryName), [users]);
  const addRefusal =
    refusalOf('admin:AddUserToGroup', 'admin:ListGroups') ??
    (selected.length === 0 ? t('selectFirst') : undefined);
  return (
    <>
      <ListPage
        id="users"
        text={usersText}
        icon={<IconUser size={24} stroke={1.6} />}
        query={list}
        nameOf={nameOf}
        columns={columns}
        selection={selection}
        onSelectionChange={setSelection}
        pathOf={(userName) => pagePath('user', { userName })}
        createRefusal={refusalOf('admin:CreateUser', 'admin:GetUser')}
        deleteRefusal={useDeleteRefusal()}
        createDialog={(frame) => <UserDialog {...frame} />}
        deleteDialog={(name, frame) => <DeleteUserDialog {...frame} name={name} />}
        actions={
          <>
            {selected.length > 0 && (
              <ToolbarNote>
                {t('selected', { formatted: formatNumber(selected.length) })}
              </ToolbarNote>
            )}
            <RefusableButton
              icon={<IconUsersPlus size={18} stroke={1.6} aria-hidden />}
              refusal={addRefusal}
              onClick={() => adding.open(selected)}
            >
              {t('addToGroup.action')}
            </RefusableButton>
          </>
        }
        above={<DirectoryNote listed={hasDirectory} />}
        links={[{ label: t('help.minio'), url: docs }]}
      />
      {adding.subject && (
        <Suspense key={adding.turn}>
          <AddToGroupsDialog
            {...adding.frame}
            users={adding.subject}
            onAdded={() => setSelection(new Set())}
          />
        </Suspense>
      )}
    </>
  );
}
