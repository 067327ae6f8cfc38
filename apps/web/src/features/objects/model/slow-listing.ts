const noticeAfter = 3;
const secondsAfter = 6;

/** How often a slow listing is looked at, in milliseconds. */
export const slowListingTick = 1000;

/** What a listing that has run for some seconds has to say for itself. */
export type SlowNotice =
  | { readonly shown: false }
  | { readonly shown: true; readonly seconds: number | undefined };

/** The notice after whole seconds of waiting: from 3 on a message, from 6 on with the seconds. */
export function slowNotice(seconds: number): SlowNotice {
  if (seconds < noticeAfter) return { shown: false };
  return { shown: true, seconds: seconds < secondsAfter ? undefined : seconds };
}
