import { detailOf } from '#web/lib/api/api-error.ts';
import { setClientState } from './client-state.ts';

/** Says in the snack bar that something was done. */
export function showMessage(message: string): void {
  setClientState({ modalSnackBar: { message, detailedErrorMsg: '', type: 'message' } });
}

/** Shows a failure in the error banner of the page. */
export function showError(error: Error): void {
  setClientState({
    modalSnackBar: { message: error.message, detailedErrorMsg: detailOf(error), type: 'error' },
  });
}

/** Shows a failure in the banner of the dialog that is open. */
export function showModalError(error: Error): void {
  setClientState({
    modalErrorMessage: { errorMessage: error.message, detailedError: detailOf(error) },
  });
}
