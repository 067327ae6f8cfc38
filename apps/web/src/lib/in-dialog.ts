/** Whether a dialog is open, behind which key presses are ignored. */
export function isDialogOpen(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null;
}
