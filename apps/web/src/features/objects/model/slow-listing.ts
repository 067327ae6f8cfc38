const noticeAfter = 3;
const secondsAfter = 6;

/** How often a slow listing is checked, in milliseconds. */
export const slowListingTick = 1000;

/** The notice about a listing that has been loading for some seconds. */
export type SlowNotice =
  | { readonly shown: false }
  | { readonly shown: true; readonly seconds: number | undefined };

/**
 * Returns the notice after this many seconds: from 3 on a message, from 6 on with the elapsed
 * seconds.
 */
export function slowNotice(seconds: number): SlowNotice {
  if (seconds < noticeAfter) return { shown: false };
  return { shown: true, seconds: seconds < secondsAfter ? undefined : seconds };
}
