import { ApiError, deniedBy, detailOf } from '#web/lib/api/api-error.ts';
import { type SnackAction, setClientState } from './client-state.ts';

/** Reports success in the snack bar, optionally with an undo button. */
export function showMessage(message: string, action?: SnackAction): void {
  setClientState({ modalSnackBar: { message, detailedErrorMsg: '', type: 'message', action } });
}

/**
 * Shows a notice in the snack bar about something the user did not do; 'lasting' until it is
 * closed.
 */
export function showNotice(message: string, notice: 'brief' | 'lasting'): void {
  setClientState({ modalSnackBar: { message, detailedErrorMsg: '', type: 'message', notice } });
}

/** Shows an error in the page's banner. */
export function showError(error: Error): void {
  setClientState({
    modalSnackBar: {
      message: error.message,
      detailedErrorMsg: detailOf(error),
      type: 'error',
      denied: deniedBy(error),
    },
  });
}

/** Shows an error in the open dialog's banner. */
export function showModalError(error: Error): void {
  const { code, field, denied } = error instanceof ApiError ? error : {};
  const { message: errorMessage } = error;
  setClientState({
    modalErrorMessage: { errorMessage, detailedError: detailOf(error), code, field, denied },
  });
}
