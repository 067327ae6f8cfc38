import { SegmentedControl } from '@mantine/core';
import type { LdapEntity } from '@stowage/contract/identity/ldap';
import { IconHierarchy2, IconLink, IconUnlink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useDeferredValue, useMemo } from 'react';
import { usePagePaths } from '#web/entities/identity/use-page-paths.ts';
import { useRefusals } from '#web/entities/identity/use-refusals.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useSearch } from '#web/lib/router/navigation.ts';
import { choiceField, type SearchFields, textField } from '#web/lib/router/search.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import type { RowAction } from '#web/ui/data-table-column.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { ListFrame } from '#web/ui/list/list-frame.tsx';
import { NoEntries } from '#web/ui/list/no-entries.tsx';
import { RefusableButton } from '#web/ui/refusable-button.tsx';
import { useDialog } from '#web/ui/use-dialog.ts';
import { ldapEntitiesQuery } from './api.ts';
import { ldapColumns } from './components/ldap-columns.tsx';
import { ldapText } from './en.ts';
import classes from './ldap-page.module.css';
import { type LdapRow, matching, rowKey, rowsOf, VIEWS, type View } from './model/ldap-rows.ts';

// Loaded when first opened.
const AttachPoliciesDialog = lazyPart(
  () => import('./components/attach-policies-dialog.tsx'),
  'AttachPoliciesDialog',
);
const DetachPoliciesDialog = lazyPart(
  () => import('./components/detach-policies-dialog.tsx'),
  'DetachPoliciesDialog',
);

const docs =
  'https://docs.min.io/community/minio-object-store/operations/external-iam/configure-ad-ldap-external-identity-management.html';
const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;
const none: readonly LdapEntity[] = [];
const search: SearchFields<{ readonly filter: string; readonly by: View }> = {
  filter: textField,
  by: choiceField(VIEWS),
};

interface ViewChoiceProps {
  readonly entities: readonly LdapEntity[];
  readonly view: View;
  readonly onChange: (view: View) => void;
}

/** The three views of the assignments, each with its number of entries. */
function ViewChoice({ entities, view, onChange }: ViewChoiceProps) {
  const t = useText(ldapText);
  const countOf = (of: View) =>
    of === 'policy'
      ? new Set(entities.flatMap(({ policies }) => policies)).size
      : rowsOf(entities, of).length;
  return (
    <div className={classes.views}>
      <SegmentedControl
        aria-label={t('show')}
        value={view}
        onChange={onChange}
        data={VIEWS.map((value) => ({
          value,
          label: t(`view.${value}`, { formatted: formatNumber(countOf(value)) }),
        }))}
      />
    </div>
  );
}

interface EntitiesTableProps {
  readonly entities: readonly LdapEntity[] | undefined;
  readonly view: View;
  readonly filter: string;
  readonly refusal: string | undefined;
  /** Undefined to ask for the user or group. */
  readonly onAttach: (entity: LdapEntity | undefined) => void;
  readonly onDetach: (row: LdapRow) => void;
}

/** The rows of a view, with their actions. */
function EntitiesTable(props: EntitiesTableProps) {
  const { entities, view, refusal, onAttach, onDetach } = props;
  const t = useText(ldapText);
  const paths = usePagePaths();
  const filter = useDeferredValue(props.filter);
  const columns = useMemo(() => ldapColumns(t, view), [t, view]);
  const all = useMemo(() => rowsOf(entities ?? none, view), [entities, view]);
  const rows = useMemo(() => matching(all, filter), [all, filter]);
  if (entities !== undefined && all.length === 0) {
    return (
      <NoEntries
        entity={t(`entity.${view}`)}
        icon={<IconHierarchy2 size={24} stroke={1.6} />}
        text={t('none.text')}
        ask={t('none.ask')}
        action={t('attach.action')}
        onAdd={refusal === undefined ? () => onAttach(undefined) : undefined}
      />
    );
  }
  const actions = (): RowAction<LdapRow>[] => [
    {
      id: 'attach',
      label: t('attach.action'),
      icon: <IconLink {...icon} />,
      refusal,
      onSelect: ({ entity }) => onAttach(entity),
    },
    {
      id: 'detach',
      label: t('detach.action'),
      icon: <IconUnlink {...icon} />,
      danger: true,
      refusal,
      onSelect: onDetach,
    },
  ];
  return (
    <DataTable
      id={`ldap-${view}`}
      label={t(`list.${view}`)}
      entity={t(`entity.${view}`)}
      columns={columns}
      rows={rows}
      rowKey={rowKey}
      rowName={({ entity: { dn }, policies: [policy = ''] }) =>
        view === 'policy' ? t('row', { policy, dn }) : dn
      }
      {...(view === 'policy' && {
        rowHref: ({ policies: [policy = ''] }: LdapRow) => paths.policy(policy),
      })}
      rowActions={actions}
      onDelete={(row) => refusal === undefined && onDetach(row)}
      lines={2}
      loading={entities === undefined}
      {...(filter !== '' && { empty: t('noMatch', { filter }) })}
    />
  );
}

/** Which users and groups of the directory have which policies, viewed by any of the three. */
export function LdapPage() {
  const t = useText(ldapText);
  const query = useQuery(ldapEntitiesQuery);
  const [{ filter, by }, changeSearch] = useSearch(search);
  const refusal = useRefusals()('admin:UpdatePolicyAssociation');
  const attaching = useDialog<{ readonly entity: LdapEntity | undefined }>();
  const detaching = useDialog<LdapRow>();
  return (
    <>
      <ListFrame
        text={ldapText}
        query={query}
        count={query.data?.length}
        filter={filter}
        onFilter={(text) => changeSearch({ filter: text })}
        choices={
          <ViewChoice
            entities={query.data ?? none}
            view={by}
            onChange={(next) => changeSearch({ by: next })}
          />
        }
        onRefresh={() => void query.refetch()}
        add={
          <RefusableButton
            primary
            icon={<IconLink {...icon} />}
            refusal={refusal}
            onClick={() => attaching.open({ entity: undefined })}
          >
            {t('attach.action')}
          </RefusableButton>
        }
        links={[{ label: t('help.minio'), url: docs }]}
      >
        <EntitiesTable
          key={by}
          entities={query.data}
          view={by}
          filter={filter}
          refusal={refusal}
          onAttach={(entity) => attaching.open({ entity })}
          onDetach={detaching.open}
        />
      </ListFrame>
      {attaching.subject && (
        <Suspense key={`attach ${attaching.turn}`}>
          <AttachPoliciesDialog
            {...attaching.frame}
            entity={attaching.subject.entity}
            kind={by === 'group' ? 'group' : 'user'}
          />
        </Suspense>
      )}
      {detaching.subject && (
        <Suspense key={`detach ${detaching.turn}`}>
          <DetachPoliciesDialog {...detaching.frame} row={detaching.subject} />
        </Suspense>
      )}
    </>
  );
}
