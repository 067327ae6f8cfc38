/** Whether a dialog is open: what lies behind it takes no keys. */
export function isDialogOpen(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null;
}
