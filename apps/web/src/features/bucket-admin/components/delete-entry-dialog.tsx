import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { recoverFocus } from '#web/ui/recover-focus.ts';

interface DeleteEntryDialogProps<Entry> {
  readonly opened: boolean;
  /** The entry as it was when somebody chose to delete it. */
  readonly entry: Entry;
  readonly remove: UseMutationResult<unknown, Error, Entry>;
  /** Loads the list again and finds the entry in it; undefined when it is gone. */
  readonly loadAgain: () => Promise<Entry | undefined>;
  /** The same entry as it is now. */
  readonly onReloaded: (entry: Entry) => void;
  readonly onClose: () => void;
  readonly words: {
    readonly title: string;
    readonly action: string;
    readonly done: string;
    readonly gone: string;
  };
  /** What will happen, in a sentence. */
  readonly children: ReactNode;
}

/** Asks before an entry of a section's list is deleted; offers the new state when it has changed. */
export function DeleteEntryDialog<Entry>(props: DeleteEntryDialogProps<Entry>) {
  const { opened, entry, remove, loadAgain, onReloaded, onClose, words, children } = props;
  const end = (message: string) => {
    showMessage(message);
    onClose();
  };
  const reload = async () => {
    const fresh = await loadAgain();
    if (fresh === undefined) return end(words.gone);
    remove.reset();
    onReloaded(fresh);
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={words.title}
      confirmLabel={words.action}
      busy={remove.isPending}
      failure={remove.error}
      onReload={() => void reload()}
      onExited={() => recoverFocus('main')}
      onConfirm={() => remove.mutate(entry, { onSuccess: () => end(words.done) })}
    >
      {children}
    </ConfirmDialog>
  );
}
