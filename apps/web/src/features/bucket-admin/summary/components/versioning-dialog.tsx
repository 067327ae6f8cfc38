import type { getVersioning } from '@stowage/contract/bucket-admin/settings';
import type { CallOutput } from '@stowage/contract/endpoint';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useDraft } from '#web/ui/use-draft.ts';
import { useSetVersioning } from '../api/set-versioning.ts';
import { summaryText } from '../en.ts';
import type { SettingDialogProps } from './dialog-props.ts';

type Versioning = CallOutput<typeof getVersioning>;

/** Turns versioning on, or suspends it when it is on. */
export function VersioningDialog(props: SettingDialogProps<Versioning>) {
  const { bucket, current, opened, onClose, onReload } = props;
  const t = useText(summaryText);
  const { base, restart } = useDraft(opened, current, () => ({}));
  const save = useSetVersioning(bucket);
  const enabled = base.status === 'enabled';
  const confirm = () =>
    save.mutate(
      { versioning: !enabled, revision: base.revision },
      {
        onSuccess: () => {
          showMessage(t('versioning.saved'));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('versioning.dialog')}
      confirmLabel={enabled ? t('versioning.suspend') : t('versioning.enable')}
      onConfirm={confirm}
      busy={save.isPending}
      danger={enabled}
      failure={save.error}
      onReload={() => void onReload().then((fresh) => fresh && restart(fresh))}
    >
      {enabled
        ? t('versioning.askSuspend', { name: bucket })
        : t('versioning.askEnable', { name: bucket })}
    </ConfirmDialog>
  );
}
