import { shownName } from '#web/entities/object/shown-name.ts';
import { useRestoreVersion } from '#web/entities/object/use-restore-version.ts';
import { formatDateTimeZone } from '#web/lib/format/dates.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import type { ListedVersion } from '../api.ts';
import { objectDetailText } from '../en.ts';

interface RestoreVersionDialogProps extends DialogFrame {
  readonly bucket: string;
  readonly objectKey: string;
  readonly version: ListedVersion;
}

/** Makes an earlier version the current one. */
export function RestoreVersionDialog(props: RestoreVersionDialogProps) {
  const { bucket, objectKey, version, ...frame } = props;
  const t = useText(objectDetailText);
  const restore = useRestoreVersion(bucket);
  return (
    <ConfirmDialog
      {...frame}
      title={t('restore.title')}
      confirmLabel={t('restore.confirm')}
      danger={false}
      busy={restore.isPending}
      onConfirm={() =>
        restore.mutate(
          { key: objectKey, versionId: version.version_id },
          savedAndClosed(t('restore.done'), frame),
        )
      }
    >
      {t('restore.text', {
        version: version.version_id,
        date: formatDateTimeZone(version.last_modified),
        name: shownName(objectKey),
      })}
    </ConfirmDialog>
  );
}
