import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Messages, useText } from '#web/lib/i18n/messages.ts';
import { DeleteDialog } from '#web/ui/delete-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';

/** What the texts of something that is deleted by its name have at least. */
type DeletionText = {
  readonly remove: {
    readonly title: string;
    /** What will happen to '{{name}}'. */
    readonly text: string;
    readonly done: string;
    /** Somebody else was faster. */
    readonly gone: string;
  };
};

export interface DeleteByNameProps extends DialogFrame {
  readonly name: string;
  /** It is gone; the dialog has been closed. */
  readonly onDeleted?: () => void;
}

interface DeletePrincipalDialogProps extends DeleteByNameProps {
  readonly text: Messages<DeletionText>;
  readonly change: UseMutationResult<'done' | 'gone', Error, string>;
  /** More about what will happen. */
  readonly children?: ReactNode;
}

/** Asks before a user, a group or a policy is deleted. */
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
