import { showMessage } from '#web/lib/client-state/notify.ts';

/** Returns the options of a dialog's mutation that report its success and close the dialog. */
export function savedAndClosed(message: string, dialog: { readonly onClose: () => void }) {
  return {
    onSuccess: () => {
      showMessage(message);
      dialog.onClose();
    },
  };
}
