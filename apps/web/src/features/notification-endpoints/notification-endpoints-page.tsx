import { Button } from '@mantine/core';
import type { NotificationEndpoint } from '@stowage/contract/notification-endpoints';
import { IconBell, IconEdit, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { useClientState } from '#web/lib/client-state/client-state.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useGo, useSearch } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { type SearchFields, textField } from '#web/lib/router/search.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import type { RowAction } from '#web/ui/data-table-column.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { ListFrame } from '#web/ui/list/list-frame.tsx';
import { useDialog } from '#web/ui/use-dialog.ts';
import { WarningNote } from '#web/ui/warning-note.tsx';
import { endpointsQuery, type TargetId, targetOf } from './api.ts';
import { endpointColumns, nameOf } from './components/endpoint-columns.tsx';
import { endpointsText } from './en.ts';

// Loaded when first opened.
const DeleteTargetDialog = lazyPart(
  () => import('./components/delete-target-dialog.tsx'),
  'DeleteTargetDialog',
);

const searchFields: SearchFields<{ filter: string }> = { filter: textField };
const noRows: readonly NotificationEndpoint[] = [];
const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;
const docs =
  'https://docs.min.io/community/minio-object-store/administration/monitoring/bucket-notifications.html';

function editPath(row: NotificationEndpoint): string | undefined {
  const target = targetOf(row);
  return (
    target &&
    pagePath('notificationEndpoint', { service: target.kind.subsystem, targetName: target.name })
  );
}

/** @param waiting whether changes take effect, and are listed by MinIO, only after a restart */
function NoEndpoints({ waiting }: { readonly waiting: boolean }) {
  const t = useText(endpointsText);
  return (
    <EmptyState
      icon={<IconBell size={24} stroke={1.6} />}
      title={t(waiting ? 'none.waiting' : 'none.title')}
      action={
        <Button variant="default" component={RouterLink} to={pagePath('addNotificationEndpoint')}>
          {t('none.action')}
        </Button>
      }
    >
      <p>{t(waiting ? 'none.waitingText' : 'none.text')}</p>
    </EmptyState>
  );
}

function useRowActions(onDelete: (target: TargetId) => void) {
  const t = useText(endpointsText);
  const go = useGo();
  return (row: NotificationEndpoint): readonly RowAction<NotificationEndpoint>[] => {
    const target = targetOf(row);
    const isGone = row.at_restart === 'removed' ? t('goesAtRestart') : undefined;
    const fixed = row.from_environment ? t('fromEnvironment') : undefined;
    const unknown = target === undefined ? t('unknownKind') : undefined;
    return [
      {
        id: 'edit',
        label: t('edit'),
        icon: <IconEdit {...icon} />,
        refusal: unknown ?? isGone,
        onSelect: () => go(editPath(row) ?? pagePath('notificationEndpoints')),
      },
      {
        id: 'delete',
        label: t('delete'),
        icon: <IconTrash {...icon} />,
        danger: true,
        refusal: unknown ?? isGone ?? fixed,
        onSelect: () => target && onDelete(target),
      },
    ];
  };
}

/** The storage server's targets for bucket events. */
export function NotificationEndpointsPage() {
  const t = useText(endpointsText);
  const go = useGo();
  const list = useQuery(endpointsQuery);
  const [{ filter }, changeSearch] = useSearch(searchFields);
  const deleting = useDialog<TargetId>();
  const waiting = useClientState('serverNeedsRestart');
  const rowActions = useRowActions(deleting.open);
  const rows = list.data ?? noRows;
  const visible = useMemo(
    () => rows.filter((row) => nameOf(row).toLowerCase().includes(filter.toLowerCase())),
    [rows, filter],
  );
  const columns = useMemo(() => endpointColumns(t), [t]);

  return (
    <>
      <ListFrame
        text={endpointsText}
        query={list}
        count={list.data?.length}
        filter={filter}
        onFilter={(text) => changeSearch({ filter: text })}
        onRefresh={() => void list.refetch()}
        add={
          <Button
            leftSection={<IconPlus {...icon} />}
            onClick={() => go(pagePath('addNotificationEndpoint'))}
          >
            {t('add.action')}
          </Button>
        }
        above={waiting && <WarningNote>{t('untilRestart')}</WarningNote>}
        links={[{ label: t('help.minio'), url: docs }]}
      >
        {list.data?.length === 0 ? (
          <NoEndpoints waiting={waiting} />
        ) : (
          <DataTable
            id="notification-endpoints"
            label={t('list')}
            entity={t('entity')}
            columns={columns}
            rows={visible}
            rowKey={nameOf}
            rowName={nameOf}
            rowActions={rowActions}
            loading={list.isPending}
            {...(filter !== '' && { empty: t('noMatch', { filter }) })}
          />
        )}
      </ListFrame>
      <Suspense fallback={null}>
        {deleting.subject && (
          <DeleteTargetDialog key={deleting.turn} {...deleting.frame} target={deleting.subject} />
        )}
      </Suspense>
    </>
  );
}
