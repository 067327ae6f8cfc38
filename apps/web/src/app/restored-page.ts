/**
 * Hides pages that the browser restores from its back/forward cache (Safari does so even for
 * `no-store` pages), because the session may have ended since. The page is hidden when it is left
 * and reloaded when it is shown again.
 */
export function loadRestoredPageAnew(page: Window = window): void {
  page.addEventListener('pagehide', ({ persisted }) => {
    if (persisted) page.document.body.hidden = true;
  });
  page.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // The page was already left once, so do not ask about unsaved changes again.
    const keepQuiet = (event: Event) => event.stopImmediatePropagation();
    page.addEventListener('beforeunload', keepQuiet, { capture: true });
    page.location.reload();
  });
}
