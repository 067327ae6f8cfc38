import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { showNotice } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { DeleteDialog } from '../delete-dialog.tsx';
import type { DialogFrame, useDialog } from '../use-dialog.ts';
import { listText } from './en.ts';

/** The props of a dialog about a list entry. */
export interface EntryDialogFrame<Row> extends DialogFrame {
  /** The entry as of choosing it, or as last returned by `reload`. */
  readonly entry: Row;
  /**
   * Reloads the list and returns the current entry. Undefined if it is gone or the list failed to
   * load, which has already been reported.
   */
  readonly reload: () => Promise<Row | undefined>;
}

/** How entries of a list are deleted. */
export interface EntryDeletion<Row> {
  readonly change: UseMutationResult<unknown, Error, Row>;
  readonly title: string;
  /** Message after success. */
  readonly done: string;
  /** The consequences. */
  readonly text: (entry: Row) => ReactNode;
  /** Why this one cannot be deleted; undefined if it can. */
  readonly refusal?: (entry: Row) => string | undefined;
}

/** Confirms the deletion of an entry; offers the new state after a conflicting change. */
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

/** The dialogs that can be open above a list. */
export type ListDialog<Row> =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit' | 'delete'; readonly entry: Row };

export interface EntryDialogsProps<Row> {
  /** The dialog to add an entry. */
  readonly add: (frame: DialogFrame) => ReactNode;
  /** The dialog to edit an entry. */
  readonly edit?: (frame: EntryDialogFrame<Row>) => ReactNode;
  readonly deletion?: EntryDeletion<Row>;
}

type Dialogs<Row> = EntryDialogsProps<Row> & {
  readonly dialog: ReturnType<typeof useDialog<ListDialog<Row>>>;
  /** Reloads the list and finds the entry in it. */
  readonly find: (entry: Row) => Promise<Row | 'gone' | 'failed'>;
};

/** The dialogs of a list, of which at most one is open. */
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
