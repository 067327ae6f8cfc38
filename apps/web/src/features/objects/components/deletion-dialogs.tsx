import type { FolderPlace } from '../api/list-folder.ts';
import { DeleteEverythingDialog } from './delete-everything-dialog.tsx';
import { DeleteObjectsDialog } from './delete-objects-dialog.tsx';
import type { Doomed, useDeletion } from './use-deletion.ts';

interface DeletionDialogsProps {
  readonly place: FolderPlace;
  readonly deletion: ReturnType<typeof useDeletion>;
  readonly versioned: boolean;
  readonly canUndo: boolean;
  readonly onDeleted: (doomed: Doomed) => void;
}

/** Asks before anything of a folder is deleted: some of it, or everything. */
export function DeletionDialogs(props: DeletionDialogsProps) {
  const { place, deletion, versioned, canUndo, onDeleted } = props;
  const { opened, doomed, close } = deletion;
  const everything = doomed === 'everything';
  return (
    <>
      <DeleteObjectsDialog
        opened={opened && !everything}
        bucket={place.bucket}
        keys={everything ? [] : doomed}
        versioned={versioned}
        canUndo={canUndo}
        onClose={close}
        onDeleted={onDeleted}
      />
      <DeleteEverythingDialog
        opened={opened && everything}
        place={place}
        versioned={versioned}
        onClose={close}
        onDeleted={() => onDeleted('everything')}
      />
    </>
  );
}
