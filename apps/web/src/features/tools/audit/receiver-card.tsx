import { Button, Group } from '@mantine/core';
import type { AuditReceiver } from '@stowage/contract/tools/audit';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '#web/entities/session/session.ts';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { formatDateTime } from '#web/lib/format/dates.ts';
import { formatCount } from '#web/lib/format/numbers.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { Name } from '#web/ui/name.tsx';
import { SettingCard } from '#web/ui/setting-card.tsx';
import { useDialog } from '#web/ui/use-dialog.ts';
import { WarningNote } from '#web/ui/warning-note.tsx';
import { receiverQuery, useReceive } from './api.ts';
import classes from './audit-page.module.css';
import { auditText } from './en.ts';
import { isElsewhere, ownAddress, ownEndpoint } from './model/receiver-address.ts';
import { RemoveDialog, SetUpDialog } from './receiver-dialogs.tsx';

/** Whether records are received here, how they are kept, and a button to change it. */
export function ReceiverCard() {
  const t = useText(auditText);
  const query = useQuery(receiverQuery);
  const { allowedActions } = useSession();
  const canChange = allowedActions.includes('admin:ConfigUpdate');
  const setUp = useDialog<AuditReceiver>();
  const remove = useDialog<AuditReceiver>();
  const { data } = query;
  const isOn = data?.state === 'on';
  const action = canChange && data !== undefined && (
    <Group gap="xs">
      <ReceiveHere receiver={data} />
      <Button
        variant={isOn ? 'default' : 'filled'}
        onClick={() => (isOn ? remove : setUp).open(data)}
      >
        {t(isOn ? 'receiver.remove' : 'receiver.setUp')}
      </Button>
    </Group>
  );
  return (
    <SettingCard title={t('receiver.title')} action={action} width="full">
      {query.isPending && <ListSkeleton rows={1} height={44} />}
      {data === undefined && <QueryFailure title={t('receiver.failed')} query={query} />}
      {data !== undefined && <Facts receiver={data} />}
      {setUp.subject && (
        <SetUpDialog key={setUp.turn} {...setUp.frame} address={ownAddress(setUp.subject)} />
      )}
      {remove.subject && <RemoveDialog key={remove.turn} {...remove.frame} />}
    </SettingCard>
  );
}

/** Sets the address again if it is not this console's own, or if no records arrive. */
function ReceiveHere({ receiver }: { readonly receiver: AuditReceiver }) {
  const t = useText(auditText);
  const receive = useReceive();
  const isSilent = receiver.silentSince !== undefined;
  if (!isSilent && !isElsewhere(receiver)) return null;
  return (
    <Button
      variant={isSilent ? 'filled' : 'default'}
      loading={receive.isPending}
      onClick={() =>
        receive.mutate(ownAddress(receiver), { onSuccess: () => showMessage(t('receiver.done')) })
      }
    >
      {t('receiver.here')}
    </Button>
  );
}

function Where({ receiver }: { readonly receiver: AuditReceiver }) {
  const t = useText(auditText);
  const { state, address = '', records, silentSince } = receiver;
  if (state !== 'on') return <p>{t(`receiver.${state}`)}</p>;
  const elsewhere = isElsewhere(receiver);
  return (
    <>
      <p>
        <Name>
          {elsewhere
            ? t('receiver.elsewhere', { address, own: ownEndpoint(receiver) })
            : t('receiver.on', { address })}
        </Name>
      </p>
      {elsewhere && <p>{t('receiver.elsewhereHint')}</p>}
      {silentSince === undefined && records === 0 && <p>{t('receiver.waiting')}</p>}
      {silentSince !== undefined && (
        <WarningNote>{t('receiver.silent', { since: formatDateTime(silentSince) })}</WarningNote>
      )}
    </>
  );
}

function Facts({ receiver }: { readonly receiver: AuditReceiver }) {
  const t = useText(auditText);
  const { records, bytes, oldest, newest, retention, turnedAway } = receiver;
  const { busy, refused } = turnedAway;
  return (
    <div className={classes.receiver}>
      <Where receiver={receiver} />
      {oldest !== undefined && newest !== undefined && (
        <p>
          {t('receiver.kept', {
            records: formatCount(records),
            size: formatSize(bytes),
            oldest: formatDateTime(oldest),
            newest: formatDateTime(newest),
          })}
        </p>
      )}
      <p>{t('receiver.limit', { days: retention.days, size: formatSize(retention.bytes) })}</p>
      {busy > 0 && <p>{t('receiver.busy', { count: busy, formatted: formatCount(busy) })}</p>}
      {refused > 0 && (
        <p>{t('receiver.refused', { count: refused, formatted: formatCount(refused) })}</p>
      )}
    </div>
  );
}
