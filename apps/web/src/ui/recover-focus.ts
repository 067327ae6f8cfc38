/**
 * If the focus has been lost, such as by deleting the focused element, moves it to the first of
 * these elements that exists, so that the Tab key continues there and not at the top of the page.
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
