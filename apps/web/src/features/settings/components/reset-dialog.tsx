import type { ConfigDetail } from '@stowage/contract/settings/configs';
import { useResetConfig } from '#web/entities/config/config-query.ts';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { configLabel } from '../config-label.ts';
import { settingsText } from '../en.ts';

interface ResetDialogProps extends DialogFrame {
  readonly detail: ConfigDetail;
  /** The default target if omitted; a named one is removed. */
  readonly target: string | undefined;
  readonly onDone: () => void;
}

/** Asks before resetting a configuration to its defaults, or removing a target. */
export function ResetDialog({ detail, target, onDone, ...frame }: ResetDialogProps) {
  const t = useText(settingsText);
  const reset = useResetConfig();
  const label = configLabel(t, detail.name);
  const { name, revision } = detail;
  const send = () =>
    reset.mutate(
      { name, target, revision },
      {
        onSuccess: () => {
          showMessage(t(target === undefined ? 'resetDialog.done' : 'resetDialog.removed'));
          onDone();
        },
      },
    );
  return target === undefined ? (
    <ConfirmDialog
      {...frame}
      title={t('resetDialog.title', { label })}
      confirmLabel={t('resetDialog.confirm')}
      busy={reset.isPending}
      onConfirm={send}
    >
      {t('resetDialog.text', { label })} {t(detail.restart ? 'form.restart' : 'form.atOnce')}
    </ConfirmDialog>
  ) : (
    <ConfirmDialog
      {...frame}
      title={t('resetDialog.removeTitle', { name: target })}
      confirmLabel={t('resetDialog.removeConfirm')}
      busy={reset.isPending}
      onConfirm={send}
    >
      {t('resetDialog.removeText', { name: target, label })}{' '}
      {t(detail.restart ? 'form.restart' : 'form.atOnce')}
    </ConfirmDialog>
  );
}
