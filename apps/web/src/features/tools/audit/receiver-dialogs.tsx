import { TextInput } from '@mantine/core';
import { isHttpOrigin } from '@stowage/domain/http-origin';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { useReceive } from './api.ts';
import { auditText } from './en.ts';

interface SetUpDialogProps extends DialogFrame {
  /** The initial value. */
  readonly address: string;
}

export function SetUpDialog({ address: initial, ...frame }: SetUpDialogProps) {
  const t = useText(auditText);
  const receive = useReceive();
  const form = useDraftForm({
    state: initial,
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

export function RemoveDialog(frame: DialogFrame) {
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
