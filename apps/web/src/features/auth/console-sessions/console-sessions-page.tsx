import type { AnyonesSession } from '@stowage/contract/console-sessions';
import { IconLogout } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useSession } from '#web/entities/session/session.ts';
import { ToolHeader } from '#web/entities/tools/tool-header.tsx';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { visibleName } from '#web/lib/names/visible-name.ts';
import { useSearch } from '#web/lib/router/navigation.ts';
import { type SearchFields, textField } from '#web/lib/router/search.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { ListFrame } from '#web/ui/list/list-frame.tsx';
import { type DialogFrame, useDialog } from '#web/ui/use-dialog.ts';
import { useDeviceName } from '../sessions/use-device-name.ts';
import { consoleSessionsQuery, useEndConsoleSession } from './api.ts';
import classes from './console-sessions.module.css';
import { consoleSessionsText } from './en.ts';
import { sessionColumns } from './session-columns.tsx';

const search: SearchFields<{ readonly filter: string }> = { filter: textField };
const none: readonly AnyonesSession[] = [];

function matching(sessions: readonly AnyonesSession[], filter: string): readonly AnyonesSession[] {
  const wanted = filter.trim().toLowerCase();
  return sessions.filter(({ accountName, address }) =>
    [accountName, address].some((text) => text.toLowerCase().includes(wanted)),
  );
}

/** Asks before ending somebody's session. */
function EndDialog({ session, ...frame }: DialogFrame & { readonly session: AnyonesSession }) {
  const t = useText(consoleSessionsText);
  const deviceName = useDeviceName();
  const end = useEndConsoleSession();
  const { accountName, userAgent, address } = session;
  return (
    <ConfirmDialog
      {...frame}
      title={t('endTitle')}
      confirmLabel={t('end')}
      busy={end.isPending}
      onConfirm={() =>
        end.mutate(session, {
          onSuccess: () => {
            frame.onClose();
            showMessage(t('ended'));
          },
        })
      }
    >
      {t('endText', { name: visibleName(accountName), device: deviceName(userAgent), address })}
    </ConfirmDialog>
  );
}

/** Who is logged in to this console; every session but the current one can be ended. */
export function ConsoleSessionsPage() {
  const t = useText(consoleSessionsText);
  const deviceName = useDeviceName();
  const query = useQuery(consoleSessionsQuery);
  const canEnd = useSession().allowedActions.includes('admin:DisableUser');
  const [{ filter }, changeSearch] = useSearch(search);
  const wanted = useDeferredValue(filter);
  const ending = useDialog<AnyonesSession>();
  const { sessions = none, truncated = false } = query.data ?? {};
  const columns = useMemo(() => sessionColumns(t, deviceName), [t, deviceName]);
  const rows = useMemo(() => matching(sessions, wanted), [sessions, wanted]);
  const refusalOf = ({ current }: AnyonesSession) => {
    if (current) return t('own');
    return canEnd ? undefined : t('notAllowed');
  };
  return (
    <>
      <ListFrame
        text={consoleSessionsText}
        query={query}
        header={<ToolHeader title={t('title')} count={query.data && sessions.length} />}
        filter={filter}
        onFilter={(text) => changeSearch({ filter: text })}
        above={
          truncated && (
            <p className={classes.note}>
              {t('truncated', { formatted: formatNumber(sessions.length) })}
            </p>
          )
        }
      >
        <DataTable
          id="console-sessions"
          label={t('list')}
          entity={t('entity')}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={({ accountName }) => accountName}
          rowActions={(session) => [
            {
              id: 'end',
              label: t('end'),
              icon: <IconLogout size={18} stroke={1.6} aria-hidden />,
              danger: true,
              refusal: refusalOf(session),
              onSelect: () => ending.open(session),
            },
          ]}
          lines={2}
          loading={query.data === undefined}
          empty={t('noResults')}
        />
      </ListFrame>
      {ending.subject && <EndDialog key={ending.turn} session={ending.subject} {...ending.frame} />}
    </>
  );
}
