import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { showNotice } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { DeleteDialog } from '../delete-dialog.tsx';
import type { DialogFrame, useDialog } from '../use-dialog.ts';
import { listText } from './en.ts';

/** What a dialog about an entry of a list is given. */
export interface EntryDialogFrame<Row> extends DialogFrame {
  /** The entry as it was when somebody chose it, or as `reload` found it. */
  readonly entry: Row;
  /**
   * Loads the list again and gives the entry as it is now. Undefined when there is
   * nothing to go on with, which has been told: it is gone, or the list did not come.
   */
  readonly reload: () => Promise<Row | undefined>;
}

/** How entries of a list are deleted. */
export interface EntryDeletion<Row> {
  readonly change: UseMutationResult<unknown, Error, Row>;
  readonly title: string;
  /** Says that it is done. */
  readonly done: string;
  /** What will happen. */
  readonly text: (entry: Row) => ReactNode;
  /** Why this one cannot be deleted now; undefined when it can. */
  readonly refusal?: (entry: Row) => string | undefined;
}

/** Asks before an entry is deleted; offers the new state when somebody has changed it. */
function DeleteEntryDialog<Row>(
  props: EntryDialogFrame<Row> & { readonly deletion: EntryDeletion<Row> },
) {
  const { deletion, entry, reload, ...frame } = props;
  const { change, title, done, text } = deletion;
  return (
    <DeleteDialog
      {...frame}
      title={title}
      subject={entry}
      change={change}
      done={() => done}
      onReload={() => void reload().then((fresh) => fresh && change.reset())}
    >
      {text(entry)}
    </DeleteDialog>
  );
}

/** What can be open over a list. */
export type ListDialog<Row> =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit' | 'delete'; readonly entry: Row };

export interface EntryDialogsProps<Row> {
  /** The dialog that adds an entry. */
  readonly add: (frame: DialogFrame) => ReactNode;
  /** The dialog that changes an entry. */
  readonly edit?: (frame: EntryDialogFrame<Row>) => ReactNode;
  readonly deletion?: EntryDeletion<Row>;
}

type Dialogs<Row> = EntryDialogsProps<Row> & {
  readonly dialog: ReturnType<typeof useDialog<ListDialog<Row>>>;
  /** Loads the list again and finds the entry in it. */
  readonly find: (entry: Row) => Promise<Row | 'gone' | 'failed'>;
};

/** The dialogs of a list: at most one is open. */
export function EntryDialogs<Row>({ dialog, find, add, edit, deletion }: Dialogs<Row>) {
  const t = useText(listText);
  const { subject, turn, frame, replace } = dialog;
  if (subject === undefined) return null;
  function content(open: ListDialog<Row>): ReactNode {
    if (open.kind === 'add') return add(frame);
    const { kind, entry } = open;
    const reload = async () => {
      const fresh = await find(entry);
      if (fresh === 'failed') return undefined;
      if (fresh !== 'gone') {
        replace({ kind, entry: fresh });
        return fresh;
      }
      showNotice(t('gone'), 'brief');
      frame.onClose();
      return undefined;
    };
    const given = { ...frame, entry, reload };
    if (kind === 'edit') return edit?.(given);
    return deletion && <DeleteEntryDialog {...given} deletion={deletion} />;
  }
  return <Suspense key={turn}>{content(subject)}</Suspense>;
}
