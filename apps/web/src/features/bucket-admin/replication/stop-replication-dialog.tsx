import { useText } from '#web/lib/i18n/messages.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { recoverFocus } from '#web/ui/recover-focus.ts';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { useStopReplication } from './api.ts';
import { replicationSectionText } from './en.ts';

interface StopReplicationDialogProps extends DialogFrame {
  readonly bucket: string;
}

/** Confirms the deletion of all rules of a bucket: its name has to be typed. */
export function StopReplicationDialog(props: StopReplicationDialogProps) {
  const { bucket, opened, onClose, onExited } = props;
  const t = useText(replicationSectionText);
  const stop = useStopReplication(bucket);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('stop.title')}
      confirmLabel={t('stop.action')}
      busy={stop.isPending}
      typedName={bucket}
      onExited={() => {
        onExited();
        recoverFocus('main');
      }}
      onConfirm={() =>
        stop.mutate(undefined, savedAndClosed(t('stop.done', { bucket }), { onClose }))
      }
    >
      {t('stop.text', { bucket })}
    </ConfirmDialog>
  );
}
