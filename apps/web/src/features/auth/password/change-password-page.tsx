import { useEffect } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { useGo } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { useDialog } from '#web/ui/use-dialog.ts';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { passwordText } from './en.ts';

/** Changing the user's own password at an address of its own; closing it leads to the account. */
export function ChangePasswordPage() {
  const t = useText(passwordText);
  const go = useGo();
  const dialog = useDialog<true>();
  const { open } = dialog;
  useEffect(() => open(true), [open]);
  // Only after the dialog is gone, which would ask about unsaved input.
  const leave = () => {
    dialog.frame.onExited();
    go(pagePath('account'), { replace: true });
  };
  return (
    <>
      <PageHeader title={t('title')} />
      <PageBody>{t('note')}</PageBody>
      {dialog.subject && <ChangePasswordDialog {...dialog.frame} onExited={leave} />}
    </>
  );
}
