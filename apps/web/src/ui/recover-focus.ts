/**
 * Puts the focus on the first of some elements that is there when it has been lost, as when what had it was
 * deleted: the Tab key goes on there and not at the top of the page.
 */
export function recoverFocus(...selectors: readonly string[]): void {
  const active = document.activeElement;
  if (active !== null && active !== document.body) return;
  for (const selector of selectors) {
    const element = document.querySelector<HTMLElement>(selector);
    if (element === null) continue;
    element.focus();
    return;
  }
}
