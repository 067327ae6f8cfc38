import { ActionIcon, Button, Progress } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTransferStore } from '#web/entities/transfers/transfer-context.ts';
import { groupState, sentShare, type UploadGroup } from '#web/entities/transfers/upload-group.ts';
import { reportSessionLost } from '#web/lib/api/session-lost.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { visibleName } from '#web/lib/names/visible-name.ts';
import { Name } from '#web/ui/name.tsx';
import { transfersText } from './en.ts';
import { failureReason, groupStatus, groupTitle } from './group-words.ts';
import classes from './transfers-dock.module.css';

const colors = { running: 'accent', done: 'green', failed: 'red', canceled: 'gray' } as const;

/** One line of the dock: a file, a folder or many files, with its progress. */
export function TransferRow({ group }: { readonly group: UploadGroup }) {
  const t = useText(transfersText);
  const store = useTransferStore();
  const state = groupState(group);
  const name = groupTitle(t, group);
  const percent = Math.round(sentShare(group) * 100);
  const [firstFailed] = group.failed;
  return (
    <li className={classes.row} data-state={state}>
      <div className={classes.line}>
        <span className={classes.name} title={visibleName(group.folder + group.name)}>
          <Name>{name}</Name>
        </span>
        <span className={classes.status}>{groupStatus(t, group)}</span>
        {state === 'running' && (
          <ActionIcon
            size={22}
            aria-label={t('cancel', { name })}
            onClick={() => store.cancel(group.id)}
          >
            <IconX size={14} stroke={1.8} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {state !== 'canceled' && state !== 'done' && (
        <Progress
          value={percent}
          size={6}
          color={colors[state]}
          aria-label={t('progress', { name })}
        />
      )}
      {firstFailed !== undefined && (
        <div className={classes.line}>
          <span className={classes.reason}>{failureReason(t, firstFailed.failure)}</span>
          {firstFailed.failure.status === 401 ? (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => reportSessionLost('unauthorized')}
            >
              {t('logIn')}
            </Button>
          ) : (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={t('retryOf', { name })}
              onClick={() => store.retry(group.id)}
            >
              {t('retry')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
