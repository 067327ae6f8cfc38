import { showMessage } from '#web/lib/client-state/notify.ts';

/** For the mutation of a dialog: when it has been done, says so and closes the dialog. */
export function savedAndClosed(message: string, dialog: { readonly onClose: () => void }) {
  return {
    onSuccess: () => {
      showMessage(message);
      dialog.onClose();
    },
  };
}
