import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Messages, useText } from '#web/lib/i18n/messages.ts';
import { DeleteDialog } from '#web/ui/delete-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';

/** The minimum set of texts for deleting something by name. */
type DeletionText = {
  readonly remove: {
    readonly title: string;
    /** The consequences for '{{name}}'. */
    readonly text: string;
    readonly done: string;
    /** Somebody else already deleted it. */
    readonly gone: string;
  };
};

export interface DeleteByNameProps extends DialogFrame {
  readonly name: string;
  /** It is deleted and the dialog is closed. */
  readonly onDeleted?: () => void;
}

interface DeletePrincipalDialogProps extends DeleteByNameProps {
  readonly text: Messages<DeletionText>;
  readonly change: UseMutationResult<'done' | 'gone', Error, string>;
  /** Further consequences. */
  readonly children?: ReactNode;
}

/** Confirms the deletion of a user, group or policy. */
export function DeletePrincipalDialog(props: DeletePrincipalDialogProps) {
  const { name, text, children, ...dialog } = props;
  const t = useText(text);
  return (
    <DeleteDialog
      {...dialog}
      title={t('remove.title')}
      subject={name}
      done={(outcome) => t(`remove.${outcome}`, { name })}
    >
      {t('remove.text', { name })} {children}
    </DeleteDialog>
  );
}
