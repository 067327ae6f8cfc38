/** Milliseconds after `beforeunload` until the page counts as staying. */
const LEAVING_MS = 10_000;

let leavingSince: number | undefined;

window.addEventListener('beforeunload', () => {
  leavingSince = performance.now();
});

/**
 * If the page is being left, waits until it turns out to stay: a reload aborts pending requests,
 * which says nothing about the server.
 */
export async function untilPageStays(): Promise<void> {
  if (leavingSince === undefined) return;
  const left = leavingSince + LEAVING_MS - performance.now();
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
}
