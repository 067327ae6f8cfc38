import { Button } from '@mantine/core';
import type {
  ServiceAccount,
  ServiceAccountDetails,
} from '@stowage/contract/identity/service-accounts';
import { IconEdit, IconKey, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { canDoQuery } from '#web/entities/session/can-do.ts';
import { useSession } from '#web/entities/session/session.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import type { RowAction } from '#web/ui/data-table-column.ts';
import type { Selection } from '#web/ui/data-table-selection.ts';
import { dataTableText } from '#web/ui/data-table-text.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { HelpPanel } from '#web/ui/help-panel.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { listText } from '#web/ui/list/en.ts';
import { RefusableButton } from '#web/ui/refusable-button.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { SectionHeader } from '#web/ui/section-header.tsx';
import { useDialog } from '#web/ui/use-dialog.ts';
import { serviceAccountsQuery, useLoadServiceAccount } from './api.ts';
import { CreatedServiceAccountDialog } from './created-service-account-dialog.tsx';
import { DeleteServiceAccountsDialog } from './delete-service-accounts-dialog.tsx';
import { serviceAccountsText } from './en.ts';
import type { Credentials } from './model/credentials.ts';
import { serviceAccountColumns } from './service-account-columns.tsx';
import classes from './service-accounts.module.css';

const CreateServiceAccountDialog = lazyPart(
  () => import('./create-service-account-dialog.tsx'),
  'CreateServiceAccountDialog',
);
const EditServiceAccountDialog = lazyPart(
  () => import('./edit-service-account-dialog.tsx'),
  'EditServiceAccountDialog',
);

interface ServiceAccountsSectionProps {
  /** The owner; the session's own account if omitted. */
  readonly user?: string | undefined;
  /** Why none can be created for this user; undefined if they can. */
  readonly createRefusal?: string | undefined;
  /** Shown to the right of the button, such as other actions for the account. */
  readonly actions?: ReactNode;
}

type Dialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'created'; readonly credentials: readonly Credentials[] }
  | { readonly kind: 'edit'; readonly details: ServiceAccountDetails }
  | { readonly kind: 'delete'; readonly accessKeys: readonly string[] };

const none: readonly ServiceAccount[] = [];
const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

function matching(accounts: readonly ServiceAccount[], filter: string): readonly ServiceAccount[] {
  const wanted = filter.trim().toLowerCase();
  return accounts.filter(({ accessKey, name, description }) =>
    [accessKey, name, description].some((text) => text.toLowerCase().includes(wanted)),
  );
}

interface DialogsProps {
  readonly user: string | undefined;
  readonly dialog: ReturnType<typeof useDialog<Dialog>>;
  readonly onDeleted: (left: readonly string[]) => void;
}

function Dialogs({ user, dialog, onDeleted }: DialogsProps) {
  const { storageHost } = useSession();
  const { subject, frame, open } = dialog;
  switch (subject?.kind) {
    case undefined:
      return null;
    case 'create':
      return (
        <CreateServiceAccountDialog
          {...frame}
          user={user}
          onCreated={(credentials) => open({ kind: 'created', credentials })}
        />
      );
    case 'created':
      return (
        <CreatedServiceAccountDialog
          {...frame}
          credentials={subject.credentials}
          storageHost={storageHost}
        />
      );
    case 'edit':
      return <EditServiceAccountDialog {...frame} details={subject.details} />;
    case 'delete':
      return (
        <DeleteServiceAccountsDialog
          {...frame}
          accessKeys={subject.accessKeys}
          onDeleted={onDeleted}
        />
      );
  }
}

/**
 * Manages the dialogs above the list. The one requested last opens, however long others take to
 * load.
 */
function useDialogs() {
  const dialog = useDialog<Dialog>();
  const load = useLoadServiceAccount();
  const asked = useRef(0);
  const show = dialog.open;
  const open = useCallback(
    (subject: Dialog) => {
      asked.current += 1;
      show(subject);
    },
    [show],
  );
  const edit = async ({ accessKey }: ServiceAccount) => {
    asked.current += 1;
    const mine = asked.current;
    const details = await load(accessKey);
    if (details !== undefined && mine === asked.current) open({ kind: 'edit', details });
  };
  return { ...dialog, open, edit };
}

/** Returns the actions of a row; editing requires the server's permission. */
function useRowActions({ open, edit }: Pick<ReturnType<typeof useDialogs>, 'open' | 'edit'>) {
  const t = useText(listText);
  const canEdit = useQuery(canDoQuery('admin:UpdateServiceAccount')).data ?? false;
  return (): readonly RowAction<ServiceAccount>[] => [
    ...(canEdit
      ? [
          {
            id: 'edit',
            label: t('edit'),
            icon: <IconEdit {...icon} />,
            onSelect: (account: ServiceAccount) => void edit(account),
          },
        ]
      : []),
    {
      id: 'delete',
      label: t('delete'),
      icon: <IconTrash {...icon} />,
      danger: true,
      onSelect: ({ accessKey }) => open({ kind: 'delete', accessKeys: [accessKey] }),
    },
  ];
}

/** A user's service accounts: list, creation, editing, deletion. */
export function ServiceAccountsSection(props: ServiceAccountsSectionProps) {
  const { user, createRefusal, actions } = props;
  const t = useText(serviceAccountsText);
  const tTable = useText(dataTableText);
  const list = useQuery(serviceAccountsQuery({ user }));
  const [filter, setFilter] = useState('');
  const [selection, setSelection] = useState<Selection>(new Set());
  const dialog = useDialogs();
  const { open } = dialog;
  const columns = useMemo(() => serviceAccountColumns(t), [t]);
  const accounts = list.data?.serviceAccounts;
  const rows = useMemo(() => matching(accounts ?? none, filter), [accounts, filter]);
  const rowActions = useRowActions(dialog);
  const selected = rows.filter(({ accessKey }) => selection.has(accessKey));

  function content(): ReactNode {
    if (list.isLoadingError) return <QueryFailure title={t('failed')} query={list} />;
    if (accounts?.length === 0) {
      return (
        <EmptyState
          icon={<IconKey size={24} stroke={1.6} />}
          title={tTable('empty', { entity: t('entity') })}
        >
          <p>{t('none.text')}</p>
          {createRefusal !== undefined && <p>{createRefusal}</p>}
        </EmptyState>
      );
    }
    return (
      <>
        <div className={classes.bar}>
          <SearchBox label={t('search')} value={filter} onChange={setFilter} />
          {selected.length > 0 && (
            <Button
              variant="default"
              color="red"
              leftSection={<IconTrash {...icon} />}
              onClick={() =>
                open({ kind: 'delete', accessKeys: selected.map(({ accessKey }) => accessKey) })
              }
            >
              {t('delete.action')}
            </Button>
          )}
        </div>
        <DataTable
          id="service-accounts"
          label={t('list')}
          entity={t('entity')}
          columns={columns}
          rows={rows}
          rowKey={({ accessKey }) => accessKey}
          rowName={({ accessKey }) => accessKey}
          rowActions={rowActions}
          selection={selection}
          onSelectionChange={setSelection}
          onDelete={({ accessKey }) => open({ kind: 'delete', accessKeys: [accessKey] })}
          lines={2}
          loading={accounts === undefined}
          empty={t('noResults')}
        />
      </>
    );
  }

  return (
    <>
      <SectionHeader title={t(user === undefined ? 'own' : 'title')} count={accounts?.length}>
        {actions}
        <RefusableButton
          primary
          icon={<IconPlus {...icon} />}
          refusal={createRefusal}
          onClick={() => open({ kind: 'create' })}
        >
          {t('create.action')}
        </RefusableButton>
      </SectionHeader>
      {content()}
      <HelpPanel
        title={t('help.title')}
        links={[
          {
            label: t('help.link'),
            url: 'https://docs.min.io/community/minio-object-store/administration/identity-access-management/minio-user-management.html',
          },
        ]}
      >
        {t('help.text')}
      </HelpPanel>
      {dialog.subject && (
        <Suspense key={dialog.turn} fallback={null}>
          <Dialogs user={user} dialog={dialog} onDeleted={(left) => setSelection(new Set(left))} />
        </Suspense>
      )}
    </>
  );
}
