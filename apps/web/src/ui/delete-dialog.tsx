import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { listText } from './list/en.ts';
import { recoverFocus } from './recover-focus.ts';
import type { DialogFrame } from './use-dialog.ts';

interface DeleteDialogProps<Subject, Outcome> extends DialogFrame {
  readonly title: string;
  readonly subject: Subject;
  readonly change: UseMutationResult<Outcome, Error, Subject>;
  /** Message after success. */
  readonly done: (outcome: Outcome) => string;
  /** It is deleted and the dialog is closed. */
  readonly onDeleted?: (() => void) | undefined;
  readonly onReload?: () => void;
  /** The consequences. */
  readonly children: ReactNode;
}

/** Confirms the deletion of one item, and reports its success. */
export function DeleteDialog<Subject, Outcome>(props: DeleteDialogProps<Subject, Outcome>) {
  const { title, subject, change, done, onDeleted, onReload, children, ...frame } = props;
  const t = useText(listText);
  return (
    <ConfirmDialog
      opened={frame.opened}
      onClose={frame.onClose}
      title={title}
      confirmLabel={t('delete')}
      busy={change.isPending}
      onReload={onReload}
      onExited={() => {
        change.reset();
        frame.onExited();
        recoverFocus('main');
      }}
      onConfirm={() =>
        change.mutate(subject, {
          onSuccess: (outcome) => {
            showMessage(done(outcome));
            frame.onClose();
            onDeleted?.();
          },
        })
      }
    >
      {children}
    </ConfirmDialog>
  );
}
