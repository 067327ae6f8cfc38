import type { BulkTask } from '#web/entities/object/object-dialogs.ts';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { CopyDialog } from './copy-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { HoldDialog } from './hold-dialog.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { RetentionDialog } from './retention-dialog.tsx';
import { TagDialog } from './tag-dialog.tsx';

interface BulkDialogProps extends DialogFrame {
  readonly task: BulkTask;
}

/** Asks for the options of a bulk action on objects. */
export function BulkDialog({ task, ...frame }: BulkDialogProps) {
  const { kind } = task;
  if (kind === 'delete' || kind === 'deleteVersions')
    return <DeleteDialog task={task} {...frame} />;
  if (kind === 'tag') return <TagDialog task={task} {...frame} />;
  if (kind === 'retention') return <RetentionDialog task={task} {...frame} />;
  if (kind === 'legalHold') return <HoldDialog task={task} {...frame} />;
  if (kind === 'restore') return <RestoreDialog task={task} at={task.at} {...frame} />;
  return <CopyDialog task={{ ...task, kind }} {...frame} />;
}
