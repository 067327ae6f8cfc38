let ending: Promise<void> | undefined;

/**
 * Notes that somebody is logging out. What a part of the page asks for from now on, such as one whose
 * code came late, would reach the server after the session's end.
 */
export function noteSessionEnding(work: Promise<void>): Promise<void> {
  const noted = work.finally(() => {
    if (ending === noted) ending = undefined;
  });
  ending = noted;
  return noted;
}

/** Settles when the logout that is under way is over; undefined where none is. */
export function sessionEnding(): Promise<void> | undefined {
  return ending;
}
