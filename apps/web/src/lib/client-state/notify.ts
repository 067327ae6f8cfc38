import { ApiError, deniedBy, detailOf } from '#web/lib/api/api-error.ts';
import { type SnackAction, setClientState } from './client-state.ts';

/** Says in the snack bar that something was done, perhaps with a way to undo it. */
export function showMessage(message: string, action?: SnackAction): void {
  setClientState({ modalSnackBar: { message, detailedErrorMsg: '', type: 'message', action } });
}

/** Says in the snack bar what somebody should know that nobody here did; 'lasting' until it is closed. */
export function showNotice(message: string, notice: 'brief' | 'lasting'): void {
  setClientState({ modalSnackBar: { message, detailedErrorMsg: '', type: 'message', notice } });
}

/** Shows a failure in the error banner of the page. */
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

/** Shows a failure in the banner of the dialog that is open. */
export function showModalError(error: Error): void {
  const { code, field, denied } = error instanceof ApiError ? error : {};
  const { message: errorMessage } = error;
  setClientState({
    modalErrorMessage: { errorMessage, detailedError: detailOf(error), code, field, denied },
  });
}
