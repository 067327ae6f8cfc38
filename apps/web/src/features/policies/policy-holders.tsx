import { Button } from '@mantine/core';
import { ROUTES } from '@stowage/contract/pages';
import { IconEye, IconPlus, IconUser, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { usePermissions } from '#web/entities/session/permissions.ts';
import { useSession } from '#web/entities/session/session.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useGo } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import type { DataTableColumn, RowAction } from '#web/ui/data-table-column.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { SectionHeader } from '#web/ui/section-header.tsx';
import { TextCell } from '#web/ui/text-cell.tsx';
import { useDialog } from '#web/ui/use-dialog.ts';
import { type HolderKind, holdersQuery } from './api.ts';
import { ChangeHoldersDialog } from './change-holders-dialog.tsx';
import { policiesText } from './en.ts';
import classes from './policies.module.css';

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;
const RIGHTS = ['admin:UpdatePolicyAssociation', 'admin:AttachUserOrGroupPolicy'] as const;

interface HoldersSectionProps {
  readonly name: string;
  readonly kind: HolderKind;
}

/** The users or groups that have the policy themselves. */
export function HoldersSection({ name, kind }: HoldersSectionProps) {
  const t = useText(policiesText);
  const go = useGo();
  const canOpen = useSession().pages.includes(ROUTES.user.pattern);
  const canChange = usePermissions(RIGHTS).size > 0;
  const holders = useQuery(holdersQuery(name, kind));
  const [filter, setFilter] = useState('');
  const wanted = useDeferredValue(filter).toLowerCase();
  const rows = useMemo(
    () => (holders.data ?? []).filter((holder) => holder.toLowerCase().includes(wanted)),
    [holders.data, wanted],
  );
  const changing = useDialog<readonly string[]>();
  const header = t('column.name');
  const columns = useMemo<readonly DataTableColumn<string>[]>(
    () => [
      {
        id: 'name',
        header,
        primary: true,
        sortable: true,
        sortValue: (holder) => holder,
        cell: (holder) => <TextCell title={holder}>{holder}</TextCell>,
      },
    ],
    [header],
  );
  const userPath = (userName: string) => pagePath('user', { userName });
  const view: RowAction<string> = {
    id: 'view',
    label: t('view'),
    icon: <IconEye {...icon} />,
    onSelect: (user) => go(userPath(user)),
  };
  const opens = kind === 'users' && canOpen;
  if (holders.isLoadingError) return <QueryFailure title={t(`${kind}.failed`)} query={holders} />;
  const nobody = holders.data?.length === 0;
  return (
    <>
      <SectionHeader title={t(`section.${kind}`)} count={holders.data?.length}>
        {canChange && holders.data && (
          <Button leftSection={<IconPlus {...icon} />} onClick={() => changing.open(holders.data)}>
            {t(`${kind}.change`)}
          </Button>
        )}
      </SectionHeader>
      <div className={classes.bar}>
        <SearchBox label={t(`${kind}.search`)} value={filter} onChange={setFilter} />
      </div>
      {nobody ? (
        <EmptyState
          icon={kind === 'users' ? <IconUser {...icon} /> : <IconUsers {...icon} />}
          title={t(`${kind}.none`)}
        />
      ) : (
        <DataTable
          id={`policy-${kind}`}
          label={t(`${kind}.list`)}
          entity={t(`${kind}.entity`)}
          columns={columns}
          rows={rows}
          rowKey={(holder) => holder}
          rowName={(holder) => holder}
          {...(opens && { rowHref: userPath, rowActions: () => [view] })}
          loading={holders.isPending}
        />
      )}
      {changing.subject && (
        <ChangeHoldersDialog
          key={changing.turn}
          {...changing.frame}
          policy={name}
          kind={kind}
          holders={changing.subject}
        />
      )}
    </>
  );
}
