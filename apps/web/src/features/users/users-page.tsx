import { Button } from '@mantine/core';
import type { ListedUser } from '@stowage/contract/identity/users';
import { isDirectoryName } from '@stowage/domain/principal-names';
import { IconEye, IconPlus, IconTrash, IconUser, IconUsersPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { usersQuery } from '#web/entities/identity/api.ts';
import { identityText } from '#web/entities/identity/en.ts';
import { useOwnName } from '#web/entities/identity/use-own-name.ts';
import { useRefusals } from '#web/entities/identity/use-refusals.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useGo, useSearch } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { type SearchFields, textField } from '#web/lib/router/search.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import type { RowAction } from '#web/ui/data-table-column.ts';
import type { Selection } from '#web/ui/data-table-selection.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { HelpPanel } from '#web/ui/help-panel.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { RefusableButton } from '#web/ui/refusable-button.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Toolbar, ToolbarGap, ToolbarNote } from '#web/ui/toolbar.tsx';
import { useDialog } from '#web/ui/use-dialog.ts';
import { WarningNote } from '#web/ui/warning-note.tsx';
import { userColumns } from './components/user-columns.tsx';
import { usersText } from './en.ts';

// Their code is loaded when they are first opened.
const UserDialog = lazyPart(() => import('./components/user-dialog.tsx'), 'UserDialog');
const DeleteUserDialog = lazyPart(
  () => import('./components/delete-user-dialog.tsx'),
  'DeleteUserDialog',
);
const AddToGroupsDialog = lazyPart(
  () => import('./components/add-to-groups-dialog.tsx'),
  'AddToGroupsDialog',
);

const searchFields: SearchFields<{ filter: string }> = { filter: textField };
const noUsers: readonly ListedUser[] = [];
const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;
const links = (label: string) => [
  {
    label,
    url: 'https://docs.min.io/community/minio-object-store/administration/identity-access-management/minio-user-management.html',
  },
];

function NoUsers({ onCreate }: { readonly onCreate: (() => void) | undefined }) {
  const t = useText(usersText);
  return (
    <EmptyState
      icon={<IconUser size={24} stroke={1.6} />}
      title={t('none.title')}
      action={
        onCreate && (
          <Button variant="default" onClick={onCreate}>
            {t('none.action')}
          </Button>
        )
      }
    >
      <p>{t('none.text')}</p>
      {onCreate === undefined && <p>{t('none.ask')}</p>}
    </EmptyState>
  );
}

/** Why a user cannot be deleted from here; undefined when it can. */
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

/** The users of the storage server. */
export function UsersPage() {
  const t = useText(usersText);
  const go = useGo();
  const list = useQuery(usersQuery);
  const refusalOf = useRefusals();
  const deleteRefusal = useDeleteRefusal();
  const [{ filter }, changeSearch] = useSearch(searchFields);
  const [selection, setSelection] = useState<Selection>(new Set());
  const creating = useDialog<true>();
  const deleting = useDialog<string>();
  const adding = useDialog<readonly string[]>();
  const columns = useMemo(() => userColumns(t), [t]);
  const users = list.data ?? noUsers;
  // With thousands of them the list may follow the typing a little later.
  const wanted = useDeferredValue(filter);
  const visible = useMemo(
    () => users.filter(({ accessKey }) => accessKey.includes(wanted)),
    [users, wanted],
  );
  const selected = useMemo(
    () => users.map(({ accessKey }) => accessKey).filter((name) => selection.has(name)),
    [users, selection],
  );
  const createRefusal = refusalOf('admin:CreateUser', 'admin:GetUser');
  const onCreate = createRefusal === undefined ? () => creating.open(true) : undefined;
  const pathOf = (name: string) => pagePath('user', { userName: name });
  const actions = ({ accessKey }: ListedUser): readonly RowAction<ListedUser>[] => [
    {
      id: 'view',
      label: t('view'),
      icon: <IconEye {...icon} />,
      onSelect: () => go(pathOf(accessKey)),
    },
    {
      id: 'delete',
      label: t('delete'),
      icon: <IconTrash {...icon} />,
      danger: true,
      refusal: deleteRefusal(accessKey),
      onSelect: () => deleting.open(accessKey),
    },
  ];

  function content(): ReactNode {
    if (list.isLoadingError) return <QueryFailure title={t('failed')} query={list} />;
    if (list.data?.length === 0) return <NoUsers onCreate={onCreate} />;
    return (
      <DataTable
        id="users"
        label={t('list')}
        entity={t('entity')}
        columns={columns}
        rows={visible}
        rowKey={({ accessKey }) => accessKey}
        rowName={({ accessKey }) => accessKey}
        rowHref={({ accessKey }) => pathOf(accessKey)}
        rowActions={actions}
        selection={selection}
        onSelectionChange={setSelection}
        onDelete={({ accessKey }) => {
          if (deleteRefusal(accessKey) === undefined) deleting.open(accessKey);
        }}
        loading={list.isPending}
        {...(filter !== '' && { empty: t('noMatch', { filter }) })}
      />
    );
  }

  return (
    <>
      <PageHeader title={t('title')} count={list.data?.length} />
      <PageBody>
        <Toolbar>
          <SearchBox
            label={t('search')}
            value={filter}
            onChange={(text) => changeSearch({ filter: text })}
          />
          <ToolbarGap />
          {selected.length > 0 && (
            <ToolbarNote>{t('selected', { formatted: formatNumber(selected.length) })}</ToolbarNote>
          )}
          <RefusableButton
            icon={<IconUsersPlus {...icon} />}
            refusal={
              refusalOf('admin:AddUserToGroup', 'admin:ListGroups') ??
              (selected.length === 0 ? t('selectFirst') : undefined)
            }
            onClick={() => adding.open(selected)}
          >
            {t('addToGroup.action')}
          </RefusableButton>
          <RefreshButton
            label={t('refresh')}
            refreshing={list.isFetching && !list.isPending}
            onClick={() => void list.refetch()}
          />
          <RefusableButton
            primary
            icon={<IconPlus {...icon} />}
            refusal={createRefusal}
            onClick={() => creating.open(true)}
          >
            {t('create.action')}
          </RefusableButton>
        </Toolbar>
        {users.some(({ accessKey }) => isDirectoryName(accessKey)) && (
          <WarningNote>{t('directory')}</WarningNote>
        )}
        {content()}
        <HelpPanel title={t('help.title')} links={links(t('help.minio'))}>
          {t('help.text')}
        </HelpPanel>
      </PageBody>
      <Suspense fallback={null}>
        {creating.subject && <UserDialog key={creating.turn} {...creating.frame} />}
        {deleting.subject !== undefined && (
          <DeleteUserDialog key={deleting.turn} {...deleting.frame} name={deleting.subject} />
        )}
        {adding.subject && (
          <AddToGroupsDialog
            key={adding.turn}
            {...adding.frame}
            users={adding.subject}
            onAdded={() => setSelection(new Set())}
          />
        )}
      </Suspense>
    </>
  );
}
