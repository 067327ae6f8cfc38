import { IconKey, IconPlus, IconStack2, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { useRefusals } from '#web/entities/identity/use-refusals.ts';
import { tiersQuery } from '#web/entities/tier/tiers-query.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useGo, useSearch } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { type SearchFields, textField } from '#web/lib/router/search.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import type { RowAction } from '#web/ui/data-table-column.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { ListFrame } from '#web/ui/list/list-frame.tsx';
import { NoEntries } from '#web/ui/list/no-entries.tsx';
import { RefusableButton } from '#web/ui/refusable-button.tsx';
import { useDialog } from '#web/ui/use-dialog.ts';
import { useRefreshTiers } from './api.ts';
import { tiersText } from './en.ts';
import { matchingTiers, type TierRow, tierRows } from './model/tier-row.ts';
import { tierColumns } from './tier-columns.tsx';

// Loaded when first opened.
const CredentialsDialog = lazyPart(() => import('./credentials-dialog.tsx'), 'CredentialsDialog');
const DeleteTierDialog = lazyPart(() => import('./delete-tier-dialog.tsx'), 'DeleteTierDialog');

const searchFields: SearchFields<{ filter: string }> = { filter: textField };
const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;
const docs =
  'https://docs.min.io/community/minio-object-store/administration/object-management/transition-objects-to-s3.html';

/** The remote storage that lifecycle rules move objects to. */
export function TiersPage() {
  const t = useText(tiersText);
  const go = useGo();
  const refresh = useRefreshTiers();
  const query = useQuery(tiersQuery);
  const refusal = useRefusals()('admin:SetTier');
  const [{ filter }, changeSearch] = useSearch(searchFields);
  const editing = useDialog<TierRow>();
  const deleting = useDialog<TierRow>();
  const columns = useMemo(() => tierColumns(t), [t]);
  const rows = useMemo(() => tierRows(query.data ?? []), [query.data]);
  const add = () => go(pagePath('addTier'));

  const actions = (row: TierRow): RowAction<TierRow>[] => [
    {
      id: 'edit',
      label: t('credentials.action'),
      icon: <IconKey {...icon} />,
      refusal,
      onSelect: () => editing.open(row),
    },
    {
      id: 'delete',
      label: t('remove.action'),
      icon: <IconTrash {...icon} />,
      danger: true,
      refusal,
      onSelect: () => deleting.open(row),
    },
  ];

  return (
    <>
      <ListFrame
        text={tiersText}
        query={query}
        count={query.data && rows.length}
        filter={filter}
        onFilter={(changed) => changeSearch({ filter: changed })}
        onRefresh={refresh}
        add={
          <RefusableButton primary icon={<IconPlus {...icon} />} refusal={refusal} onClick={add}>
            {t('add.action')}
          </RefusableButton>
        }
        links={[{ label: t('help.minio'), url: docs }]}
      >
        {query.data?.length === 0 ? (
          <NoEntries
            entity={t('entity')}
            icon={<IconStack2 size={24} stroke={1.6} />}
            text={t('none.text')}
            ask={t('none.ask')}
            action={t('none.action')}
            onAdd={refusal === undefined ? add : undefined}
          />
        ) : (
          <DataTable
            id="tiers"
            label={t('list')}
            entity={t('entity')}
            columns={columns}
            rows={matchingTiers(rows, filter)}
            rowKey={({ type, name }) => `${type}/${name}`}
            rowName={({ name }) => name}
            rowActions={actions}
            loading={query.isPending}
            {...(filter !== '' && { empty: t('noMatch', { filter }) })}
          />
        )}
      </ListFrame>
      {editing.subject && (
        <Suspense key={`edit ${editing.turn}`}>
          <CredentialsDialog {...editing.frame} tier={editing.subject} />
        </Suspense>
      )}
      {deleting.subject && (
        <Suspense key={`delete ${deleting.turn}`}>
          <DeleteTierDialog {...deleting.frame} tier={deleting.subject} />
        </Suspense>
      )}
    </>
  );
}
