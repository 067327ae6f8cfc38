import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { formatAge } from '#web/lib/format/ages.ts';
import { formatDateTimeZone } from '#web/lib/format/dates.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { isolatedText } from '#web/lib/names/visible-name.ts';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { type OpenSession, sessionsQuery, useEndOneSession } from './api.ts';
import { sessionsText } from './en.ts';
import classes from './sessions-dialog.module.css';
import { useDeviceName } from './use-device-name.ts';

interface SessionsDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Asks whether to end all sessions. */
  readonly onEndAll: () => void;
}

/** Where the account is logged in; every session but the current one can be ended. */
export function SessionsDialog({ opened, onClose, onEndAll }: SessionsDialogProps) {
  const t = useText(sessionsText);
  const query = useQuery({ ...sessionsQuery, enabled: opened });
  const list = useRef<HTMLUListElement>(null);
  const end = useEndOneSession(() => {
    // The focused button is removed along with its session.
    list.current?.focus();
    showMessage(t('ended'));
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('title')}
      submitLabel={t('endAll')}
      cancelLabel={t('close')}
      danger
      onSubmit={onEndAll}
      size="lg"
    >
      {query.isPending && <ListSkeleton rows={2} height={48} />}
      {query.data === undefined && <QueryFailure title={t('failed')} query={query} />}
      <ul className={classes.list} ref={list} tabIndex={-1} aria-label={t('list')}>
        {query.data?.sessions.map((session) => (
          <SessionItem
            key={session.id}
            session={session}
            ending={end.isPending && end.variables.id === session.id}
            onEnd={() => end.mutate(session)}
          />
        ))}
      </ul>
    </FormDialog>
  );
}

interface SessionItemProps {
  readonly session: OpenSession;
  readonly ending: boolean;
  readonly onEnd: () => void;
}

function SessionItem({ session, ending, onEnd }: SessionItemProps) {
  const t = useText(sessionsText);
  const { address, userAgent, usedAt, createdAt, current } = session;
  const device = useDeviceName()(userAgent);
  const age = formatAge(usedAt);
  return (
    <li className={classes.session}>
      <div className={classes.about}>
        <div className={classes.device} title={userAgent}>
          {isolatedText(device)}
        </div>
        <div className={classes.facts}>
          {t('facts', { address, age, since: formatDateTimeZone(createdAt) })}
        </div>
      </div>
      {current ? (
        <span className={classes.current}>{t('current')}</span>
      ) : (
        <Button
          size="xs"
          variant="default"
          loading={ending}
          aria-label={t('endOf', { device, address })}
          onClick={onEnd}
        >
          {t('end')}
        </Button>
      )}
    </li>
  );
}
