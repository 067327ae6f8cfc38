/** Milliseconds after which a page that was about to be left is taken for one that stays. */
const LEAVING_MS = 10_000;

let leavingSince: number | undefined;

window.addEventListener('beforeunload', () => {
  leavingSince = performance.now();
});

/**
 * Waits, where the page is being left, until it has turned out to stay: a reload ends
 * what is on its way, which says nothing about the server.
 */
export async function untilPageStays(): Promise<void> {
  if (leavingSince === undefined) return;
  const left = leavingSince + LEAVING_MS - performance.now();
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
}
