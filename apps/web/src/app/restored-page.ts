/**
 * Lets nobody see a page that the browser kept as it was left and shows again on the way back (Safari does so
 * although the page says `no-store`): its session may have ended since. It is put out of sight when it is left,
 * and loaded anew when it is shown again.
 */
export function loadRestoredPageAnew(page: Window = window): void {
  page.addEventListener('pagehide', ({ persisted }) => {
    if (persisted) page.document.body.hidden = true;
  });
  page.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // It was left already: whether its unsaved work may be lost is not asked once more.
    const keepQuiet = (event: Event) => event.stopImmediatePropagation();
    page.addEventListener('beforeunload', keepQuiet, { capture: true });
    page.location.reload();
  });
}
