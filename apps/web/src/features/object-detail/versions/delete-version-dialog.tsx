import { Checkbox } from '@mantine/core';
import type { Bucket } from '@stowage/contract/buckets';
import { useState } from 'react';
import { objectAbilities } from '#web/entities/object/object-abilities.ts';
import { shownName } from '#web/entities/object/shown-name.ts';
import { formatDateTimeZone } from '#web/lib/format/dates.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { type ListedVersion, useDeleteVersion } from '../api.ts';
import { objectDetailText } from '../en.ts';

interface DeleteVersionDialogProps extends DialogFrame {
  readonly bucket: Bucket;
  readonly objectKey: string;
  readonly version: ListedVersion;
  readonly onDeleted?: () => void;
}

/** Permanently deletes one version. */
export function DeleteVersionDialog(props: DeleteVersionDialogProps) {
  const { bucket, objectKey, version, onDeleted, ...frame } = props;
  const t = useText(objectDetailText);
  const [bypass, setBypass] = useState(false);
  const remove = useDeleteVersion({ bucket: bucket.name, key: objectKey });
  const done = savedAndClosed(t('deletion.done'), frame);
  const canBypass =
    bucket.details?.locking === true && objectAbilities(bucket.allowedActions).bypassGovernance;
  return (
    <ConfirmDialog
      {...frame}
      title={t('deletion.title')}
      confirmLabel={t('deletion.confirm')}
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(
          { versionId: version.version_id, bypass },
          {
            onSuccess: () => {
              done.onSuccess();
              onDeleted?.();
            },
          },
        )
      }
    >
      <p>
        {t('deletion.text', {
          version: version.version_id,
          date: formatDateTimeZone(version.last_modified),
          name: shownName(objectKey),
        })}
      </p>
      {canBypass && (
        <Checkbox
          label={t('deletion.bypass')}
          checked={bypass}
          onChange={(event) => setBypass(event.currentTarget.checked)}
        />
      )}
    </ConfirmDialog>
  );
}
