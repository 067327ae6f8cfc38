import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTransferStore } from '#web/entities/transfers/transfer-context.ts';
import {
  groupState,
  sentShare,
  type UploadFailure,
  type UploadGroup,
} from '#web/entities/transfers/upload-group.ts';
import { reportSessionLost } from '#web/lib/api/session-lost.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { visibleName } from '#web/lib/names/visible-name.ts';
import { DockRow } from '#web/ui/dock/dock-row.tsx';
import { transfersText } from './en.ts';
import { failureReason, groupStatus, groupTitle } from './group-words.ts';

interface WayOutProps {
  readonly name: string;
  readonly failure: UploadFailure;
  readonly onRetry: () => void;
}

/** The available actions after a failure. */
function WayOut({ name, failure, onRetry }: WayOutProps) {
  const t = useText(transfersText);
  if (failure.status === 401) {
    return (
      <Button size="compact-xs" variant="default" onClick={() => reportSessionLost('unauthorized')}>
        {t('logIn')}
      </Button>
    );
  }
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={t('retryOf', { name })}
      onClick={onRetry}
    >
      {t('retry')}
    </Button>
  );
}

/** One line of the dock: a file, a folder or many files, with its progress. */
export function TransferRow({ group }: { readonly group: UploadGroup }) {
  const t = useText(transfersText);
  const store = useTransferStore();
  const state = groupState(group);
  const name = groupTitle(t, group);
  const [firstFailed] = group.failed;
  const unfinished = state !== 'canceled' && state !== 'done';
  return (
    <DockRow
      state={state}
      name={name}
      fullName={visibleName(group.folder + group.name)}
      status={groupStatus(t, group)}
      actions={
        state === 'running' && (
          <ActionIcon
            size={22}
            aria-label={t('cancel', { name })}
            onClick={() => store.cancel(group.id)}
          >
            <IconX size={14} stroke={1.8} aria-hidden />
          </ActionIcon>
        )
      }
      progress={
        unfinished ? { share: sentShare(group), label: t('progress', { name }) } : undefined
      }
      note={
        firstFailed && {
          text: failureReason(t, firstFailed.failure),
          actions: (
            <WayOut
              name={name}
              failure={firstFailed.failure}
              onRetry={() => store.retry(group.id)}
            />
          ),
        }
      }
    />
  );
}
