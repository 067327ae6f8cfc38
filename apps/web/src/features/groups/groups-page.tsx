import { Button } from '@mantine/core';
import { IconEye, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useDeferredValue, useMemo } from 'react';
import { groupsQuery } from '#web/entities/identity/api.ts';
import { useRefusals } from '#web/entities/identity/use-refusals.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useGo, useSearch } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { type SearchFields, textField } from '#web/lib/router/search.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import type { DataTableColumn, RowAction } from '#web/ui/data-table-column.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { HelpPanel } from '#web/ui/help-panel.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { RefusableButton } from '#web/ui/refusable-button.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { TextCell } from '#web/ui/text-cell.tsx';
import { Toolbar, ToolbarGap } from '#web/ui/toolbar.tsx';
import { useDialog } from '#web/ui/use-dialog.ts';
import { groupsText } from './en.ts';

// Their code is loaded when they are first opened.
const GroupDialog = lazyPart(() => import('./components/group-dialog.tsx'), 'GroupDialog');
const DeleteGroupDialog = lazyPart(
  () => import('./components/delete-group-dialog.tsx'),
  'DeleteGroupDialog',
);

const searchFields: SearchFields<{ filter: string }> = { filter: textField };
const noGroups: readonly string[] = [];
const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;
const docs =
  'https://docs.min.io/community/minio-object-store/administration/identity-access-management/minio-group-management.html';

function NoGroups({ onCreate }: { readonly onCreate: (() => void) | undefined }) {
  const t = useText(groupsText);
  return (
    <EmptyState
      icon={<IconUsers size={24} stroke={1.6} />}
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

/** The groups of the storage server. */
export function GroupsPage() {
  const t = useText(groupsText);
  const go = useGo();
  const list = useQuery(groupsQuery);
  const refusalOf = useRefusals();
  const [{ filter }, changeSearch] = useSearch(searchFields);
  const creating = useDialog<true>();
  const deleting = useDialog<string>();
  const groups = list.data ?? noGroups;
  // With thousands of them the list may follow the typing a little later.
  const wanted = useDeferredValue(filter);
  const visible = useMemo(() => groups.filter((name) => name.includes(wanted)), [groups, wanted]);
  const columns = useMemo(
    (): readonly DataTableColumn<string>[] => [
      {
        id: 'name',
        header: t('column.name'),
        primary: true,
        cell: (name) => <TextCell title={name}>{name}</TextCell>,
      },
    ],
    [t],
  );
  const createRefusal = refusalOf('admin:AddUserToGroup', 'admin:GetGroup');
  const deleteRefusal = refusalOf('admin:AddUserToGroup', 'admin:GetGroup');
  const onCreate = createRefusal === undefined ? () => creating.open(true) : undefined;
  const pathOf = (groupName: string) => pagePath('group', { groupName });
  const actions = (group: string): readonly RowAction<string>[] => [
    {
      id: 'view',
      label: t('view'),
      icon: <IconEye {...icon} />,
      onSelect: () => go(pathOf(group)),
    },
    {
      id: 'delete',
      label: t('delete'),
      icon: <IconTrash {...icon} />,
      danger: true,
      refusal: deleteRefusal,
      onSelect: () => deleting.open(group),
    },
  ];

  function content(): ReactNode {
    if (list.isLoadingError) return <QueryFailure title={t('failed')} query={list} />;
    if (list.data?.length === 0) return <NoGroups onCreate={onCreate} />;
    return (
      <DataTable
        id="groups"
        label={t('list')}
        entity={t('entity')}
        columns={columns}
        rows={visible}
        rowKey={(name) => name}
        rowName={(name) => name}
        rowHref={pathOf}
        rowActions={actions}
        onDelete={(group) => {
          if (deleteRefusal === undefined) deleting.open(group);
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
        {content()}
        <HelpPanel title={t('help.title')} links={[{ label: t('help.minio'), url: docs }]}>
          {t('help.text')}
        </HelpPanel>
      </PageBody>
      <Suspense fallback={null}>
        {creating.subject && <GroupDialog key={creating.turn} {...creating.frame} />}
        {deleting.subject !== undefined && (
          <DeleteGroupDialog key={deleting.turn} {...deleting.frame} name={deleting.subject} />
        )}
      </Suspense>
    </>
  );
}
