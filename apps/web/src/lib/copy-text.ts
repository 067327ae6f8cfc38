/**
 * Copies a text to the clipboard; false if the browser does not allow it. Pages loaded over plain
 * HTTP from another machine have no clipboard API, but can copy a selection.
 */
export async function copyText(text: string): Promise<boolean> {
  if (globalThis.isSecureContext && 'clipboard' in navigator) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  // Next to the focused element: a dialog would take the focus back from anywhere else.
  (before?.parentElement ?? document.body).append(field);
  field.focus({ preventScroll: true });
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}
