import { Button } from '@mantine/core';
import type { PolicyEntry } from '@stowage/contract/identity/policies';
import { IconEye, IconPlus, IconShield, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useDeferredValue, useMemo } from 'react';
import { POLICY_LIMIT, policiesQuery } from '#web/entities/policy/policies-query.ts';
import { usePermissions } from '#web/entities/session/permissions.ts';
import { useSession } from '#web/entities/session/session.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { type Translate, useText } from '#web/lib/i18n/messages.ts';
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
import { SearchBox } from '#web/ui/search-box.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { TextCell } from '#web/ui/text-cell.tsx';
import { useDialog } from '#web/ui/use-dialog.ts';
import { DeletePolicyDialog } from './delete-policy-dialog.tsx';
import { policiesText } from './en.ts';
import classes from './policies.module.css';

const CreatePolicyDialog = lazyPart(
  () => import('./create-policy-dialog.tsx'),
  'CreatePolicyDialog',
);

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;
const links = ['help.docs', 'help.language'] as const;
const urls = {
  'help.docs':
    'https://docs.min.io/community/minio-object-store/administration/identity-access-management/policy-based-access-control.html',
  'help.language':
    'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_grammar.html',
} as const;
const listSearch: SearchFields<{ readonly filter: string }> = { filter: textField };
const RIGHTS = ['admin:CreatePolicy', 'admin:DeletePolicy'] as const;
const noPolicies: readonly PolicyEntry[] = [];

type Text = Translate<(typeof policiesText)['english']>;

function columnsOf(t: Text): readonly DataTableColumn<PolicyEntry>[] {
  return [
    {
      id: 'name',
      header: t('column.name'),
      primary: true,
      sortable: true,
      sortValue: ({ name }) => name,
      cell: ({ name }) => <TextCell title={name}>{name}</TextCell>,
    },
    {
      id: 'statements',
      header: t('column.statements'),
      width: '140px',
      align: 'end',
      sortable: true,
      sortValue: ({ statements }) => statements,
      cell: ({ statements }) => formatNumber(statements),
    },
    {
      id: 'origin',
      header: t('column.origin'),
      width: '140px',
      cell: ({ builtIn }) => builtIn && <Tag>{t('builtIn')}</Tag>,
    },
  ];
}

export const pathOf = (name: string) => pagePath('policy', { rest: name });

/** The policies that match what is searched for. */
function useVisible(policies: readonly PolicyEntry[], filter: string) {
  const wanted = useDeferredValue(filter).toLowerCase();
  return useMemo(
    () => policies.filter(({ name }) => name.toLowerCase().includes(wanted)),
    [policies, wanted],
  );
}

function Help() {
  const t = useText(policiesText);
  return (
    <HelpPanel
      title={t('help.title')}
      links={links.map((key) => ({ label: t(key), url: urls[key] }))}
    >
      {t('help.text')}
    </HelpPanel>
  );
}

/** The list of policies. */
export function PoliciesPage() {
  const t = useText(policiesText);
  const go = useGo();
  const offered = useSession().capabilities.admin;
  const rights = usePermissions(RIGHTS);
  const list = useQuery({ ...policiesQuery, enabled: offered });
  const [{ filter }, changeSearch] = useSearch(listSearch);
  const columns = useMemo(() => columnsOf(t), [t]);
  const creating = useDialog<true>();
  const deleting = useDialog<PolicyEntry>();
  const policies = list.data?.policies ?? noPolicies;
  const visible = useVisible(policies, filter);
  const onDelete = rights.has('admin:DeletePolicy') ? deleting.open : undefined;

  function rowActions({ name }: PolicyEntry): readonly RowAction<PolicyEntry>[] {
    const view: RowAction<PolicyEntry> = {
      id: 'view',
      label: t('view'),
      icon: <IconEye {...icon} />,
      onSelect: () => go(pathOf(name)),
    };
    const remove = onDelete && {
      id: 'delete',
      label: t('delete'),
      icon: <IconTrash {...icon} />,
      danger: true,
      onSelect: onDelete,
    };
    return remove ? [view, remove] : [view];
  }

  function content(): ReactNode {
    if (!offered) {
      return (
        <EmptyState icon={<IconShield {...icon} size={24} />} title={t('notOffered.title')}>
          {t('notOffered.text')}
        </EmptyState>
      );
    }
    if (list.isLoadingError) return <QueryFailure title={t('failed')} query={list} />;
    return (
      <DataTable
        id="policies"
        label={t('list')}
        entity={t('entity')}
        columns={columns}
        rows={visible}
        rowKey={({ name }) => name}
        rowName={({ name }) => name}
        rowHref={({ name }) => pathOf(name)}
        rowActions={rowActions}
        {...(onDelete && { onDelete })}
        loading={list.isPending}
      />
    );
  }

  const total = list.data?.total ?? 0;
  return (
    <>
      <PageHeader title={t('title')} count={list.data?.total} />
      <PageBody>
        {offered && (
          <div className={classes.bar}>
            <SearchBox
              label={t('search')}
              value={filter}
              onChange={(text) => changeSearch({ filter: text })}
            />
            <span className={classes.gap} />
            <RefreshButton
              label={t('refresh')}
              refreshing={list.isFetching && !list.isPending}
              onClick={() => void list.refetch()}
            />
            {rights.has('admin:CreatePolicy') && (
              <Button leftSection={<IconPlus {...icon} />} onClick={() => creating.open(true)}>
                {t('create.action')}
              </Button>
            )}
          </div>
        )}
        {content()}
        {total > POLICY_LIMIT && (
          <p className={classes.note}>
            {t('more', { shown: formatNumber(POLICY_LIMIT), all: formatNumber(total) })}
          </p>
        )}
        <Help />
      </PageBody>
      {creating.subject && (
        <Suspense key={`create ${creating.turn}`} fallback={null}>
          <CreatePolicyDialog
            {...creating.frame}
            names={policies.map(({ name }) => name)}
            onCreated={(name) => go(pathOf(name))}
          />
        </Suspense>
      )}
      {deleting.subject && (
        <DeletePolicyDialog
          key={`delete ${deleting.turn}`}
          {...deleting.frame}
          name={deleting.subject.name}
        />
      )}
    </>
  );
}
