import type { BulkTask } from '#web/entities/object/object-dialogs.ts';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { CopyDialog } from './copy-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

interface BulkDialogProps extends DialogFrame {
  readonly task: BulkTask;
}

/** Asks how something is to be done to many objects. */
export function BulkDialog({ task, ...frame }: BulkDialogProps) {
  const { kind } = task;
  if (kind === 'delete' || kind === 'deleteVersions')
    return <DeleteDialog task={task} {...frame} />;
  return <CopyDialog task={{ ...task, kind }} {...frame} />;
}
