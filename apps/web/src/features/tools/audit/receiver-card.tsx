import { Button, TextInput } from '@mantine/core';
import type { AuditReceiver } from '@stowage/contract/tools/audit';
import { isHttpOrigin } from '@stowage/domain/http-origin';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '#web/entities/session/session.ts';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { formatDateTime } from '#web/lib/format/dates.ts';
import { formatCount } from '#web/lib/format/numbers.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { Name } from '#web/ui/name.tsx';
import { SettingCard } from '#web/ui/setting-card.tsx';
import { type DialogFrame, useDialog } from '#web/ui/use-dialog.ts';
import { receiverQuery, useReceive } from './api.ts';
import classes from './audit-page.module.css';
import { auditText } from './en.ts';

/** Whether records come here, what is kept of them, and the button that changes it. */
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
    <Button
      variant={isOn ? 'default' : 'filled'}
      onClick={() => (isOn ? remove : setUp).open(data)}
    >
      {t(isOn ? 'receiver.remove' : 'receiver.setUp')}
    </Button>
  );
  return (
    <SettingCard title={t('receiver.title')} action={action} width="full">
      {query.isPending && <ListSkeleton rows={1} height={44} />}
      {data === undefined && <QueryFailure title={t('receiver.failed')} query={query} />}
      {data !== undefined && <Facts receiver={data} />}
      {setUp.subject && (
        <SetUpDialog key={setUp.turn} {...setUp.frame} suggestion={setUp.subject.suggestion} />
      )}
      {remove.subject && <RemoveDialog key={remove.turn} {...remove.frame} />}
    </SettingCard>
  );
}

function Facts({ receiver }: { readonly receiver: AuditReceiver }) {
  const t = useText(auditText);
  const { state, address = '', records, bytes, oldest, newest, retention, turnedAway } = receiver;
  const { busy, refused } = turnedAway;
  return (
    <div className={classes.receiver}>
      <p>
        {state === 'on' ? <Name>{t('receiver.on', { address })}</Name> : t(`receiver.${state}`)}
      </p>
      {state === 'on' && records === 0 && <p>{t('receiver.waiting')}</p>}
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

interface SetUpDialogProps extends DialogFrame {
  readonly suggestion: string | undefined;
}

function SetUpDialog({ suggestion, ...frame }: SetUpDialogProps) {
  const t = useText(auditText);
  const receive = useReceive();
  const form = useDraftForm({
    state: suggestion ?? globalThis.location.origin,
    valuesOf: (address) => ({ address }),
    errorsOf: ({ address }) => ({
      address: isHttpOrigin(address) ? undefined : t('receiver.addressError'),
    }),
  });
  return (
    <FormDialog
      {...frame}
      title={t('receiver.setUpTitle')}
      submitLabel={t('receiver.setUp')}
      form={form}
      busy={receive.isPending}
      onSubmit={() =>
        receive.mutate(form.values.address, {
          onSuccess: () => {
            frame.onClose();
            showMessage(t('receiver.done'));
          },
        })
      }
    >
      <div>{t('receiver.setUpText')}</div>
      <TextInput
        label={t('receiver.address')}
        description={t('receiver.addressHint')}
        required
        data-autofocus
        {...form.input('address')}
      />
    </FormDialog>
  );
}

function RemoveDialog(frame: DialogFrame) {
  const t = useText(auditText);
  const receive = useReceive();
  return (
    <ConfirmDialog
      {...frame}
      title={t('receiver.removeTitle')}
      confirmLabel={t('receiver.remove')}
      busy={receive.isPending}
      onConfirm={() =>
        receive.mutate(null, {
          onSuccess: () => {
            frame.onClose();
            showMessage(t('receiver.removed'));
          },
        })
      }
    >
      {t('receiver.removeText')}
    </ConfirmDialog>
  );
}
