import { shownName } from '#web/entities/object/shown-name.ts';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { activeRow } from '#web/ui/data-table-focus.ts';
import { recoverFocus } from '#web/ui/recover-focus.ts';
import { useDeleteObjects, useUndoDeletion } from '../api/delete-objects.ts';
import { objectsText } from '../en.ts';

interface DeleteObjectsDialogProps {
  readonly opened: boolean;
  readonly bucket: string;
  /** Keys of objects, and of folders with a trailing '/'. */
  readonly keys: readonly string[];
  readonly versioned: boolean;
  /** Whether the user can remove the delete markers again. */
  readonly canUndo: boolean;
  readonly onClose: () => void;
  readonly onDeleted: (keys: readonly string[]) => void;
}

/**
 * Typing a longer name protects no better against mistakes: the number of items is typed instead.
 */
const longestTyped = 64;

/**
 * Confirms the deletion of objects. If data is lost, the name has to be typed: for a folder, which
 * is deleted with its contents, and for an object in an unversioned bucket.
 */
export function DeleteObjectsDialog(props: DeleteObjectsDialogProps) {
  const { opened, bucket, keys, versioned, canUndo, onClose, onDeleted } = props;
  const t = useText(objectsText);
  const remove = useDeleteObjects(bucket);
  const undo = useUndoDeletion(bucket, (count) =>
    showMessage(t('delete.undone', { count, formatted: formatNumber(count) })),
  );
  const [first = ''] = keys;
  const count = keys.length;
  const formatted = formatNumber(count);
  const name = shownName(first);
  const withFolders = keys.some((key) => key.endsWith('/'));
  const single = withFolders ? t('delete.folder', { name }) : t('delete.object', { name });
  const several = withFolders
    ? t('delete.manyWithFolders', { formatted })
    : t('delete.many', { formatted });
  const typed =
    count > 1 || name.length > longestTyped ? t('delete.typed', { count, formatted }) : name;
  const confirm = () =>
    remove.mutate(keys, {
      onSuccess: (markers) => {
        showMessage(
          count > 1 ? t('delete.doneMany') : t('delete.done', { name }),
          canUndo && markers.length === count
            ? { label: t('delete.undo'), run: () => undo.mutate(markers) }
            : undefined,
        );
        onClose();
        onDeleted(keys);
      },
    });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('delete.title')}
      confirmLabel={t('delete.confirm')}
      onConfirm={confirm}
      busy={remove.isPending}
      // The row is gone and the next one has taken its place.
      onExited={() => recoverFocus(activeRow, 'main')}
      typedName={withFolders || !versioned ? typed : undefined}
    >
      <p>{count > 1 ? several : single}</p>
      <p>{versioned ? t('delete.versioned') : t('delete.forGood')}</p>
    </ConfirmDialog>
  );
}
