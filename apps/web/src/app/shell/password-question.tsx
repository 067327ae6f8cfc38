import { Suspense, useEffect } from 'react';
import { onPasswordRequired } from '#web/lib/api/password-required.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { useDialog } from '#web/ui/use-dialog.ts';

const ConfirmPasswordDialog = lazyPart(
  () => import('#web/features/auth/confirm-password/confirm-password-dialog.tsx'),
  'ConfirmPasswordDialog',
);

/** Asks for the password on top of the current page when a request requires it again. */
export function PasswordQuestion() {
  const { subject: answer, open, turn, frame } = useDialog<(confirmed: boolean) => void>();
  useEffect(() => onPasswordRequired(() => new Promise(open)), [open]);
  if (answer === undefined) return null;
  const close = (confirmed: boolean) => () => {
    answer(confirmed);
    frame.onClose();
  };
  return (
    <Suspense fallback={null}>
      <ConfirmPasswordDialog
        key={turn}
        {...frame}
        onClose={close(false)}
        onConfirmed={close(true)}
      />
    </Suspense>
  );
}
