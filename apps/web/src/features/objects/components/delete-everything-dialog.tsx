import { useEffect, useRef, useState } from 'react';
import { DeletionProgress } from '#web/entities/bucket/deletion/deletion-steps.tsx';
import { shownName } from '#web/entities/object/shown-name.ts';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useDeleteEverything } from '../api/delete-everything.ts';
import type { FolderPlace } from '../api/list-folder.ts';
import { objectsText } from '../en.ts';
import { isSearch } from '../model/browse-search.ts';

interface DeleteEverythingDialogProps {
  readonly opened: boolean;
  readonly place: FolderPlace;
  readonly versioned: boolean;
  readonly onClose: () => void;
  /** Something was deleted, not always all of it. */
  readonly onDeleted: () => void;
}

/** Asks before everything in a folder is deleted, shows how far it is, and can stop. */
export function DeleteEverythingDialog(props: DeleteEverythingDialogProps) {
  const { opened, place, versioned, onClose, onDeleted } = props;
  const { bucket, folder, view } = place;
  const t = useText(objectsText);
  const remove = useDeleteEverything(bucket);
  const [deleted, setDeleted] = useState(0);
  const stopper = useRef<AbortController>(null);
  useEffect(() => () => stopper.current?.abort(), []);
  const name = folder === '' ? bucket : shownName(folder);

  const confirm = () => {
    const controller = new AbortController();
    stopper.current = controller;
    setDeleted(0);
    remove.mutate(
      { ...place, signal: controller.signal, onProgress: setDeleted },
      {
        onSuccess: (count) => {
          const formatted = formatNumber(count);
          const stopped = controller.signal.aborted;
          showMessage(t(stopped ? 'everything.stopped' : 'everything.done', { count, formatted }));
          onClose();
          onDeleted();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('delete.title')}
      confirmLabel={t('delete.confirm')}
      onConfirm={confirm}
      typedName={name}
      progress={
        remove.isPending
          ? {
              content: (
                <DeletionProgress label={t('everything.running', { name })} deleted={deleted} />
              ),
              onStop: () => stopper.current?.abort(),
            }
          : undefined
      }
    >
      <p>
        {!isSearch(view)
          ? t('everything.question', { name })
          : t('everything.questionFound', { name })}
      </p>
      <p>{versioned ? t('delete.versioned') : t('delete.forGood')}</p>
    </ConfirmDialog>
  );
}
