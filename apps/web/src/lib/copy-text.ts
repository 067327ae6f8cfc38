/**
 * Puts a text into the clipboard; false when the browser does not let it. Where the page came
 * over plain HTTP from another machine there is no clipboard, but what is selected can be copied.
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
  // Beside what has the focus: a dialog would take it back from anywhere else.
  (before?.parentElement ?? document.body).append(field);
  field.focus({ preventScroll: true });
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}
