let ending: Promise<void> | undefined;

/**
 * Notes that a logout is in progress. Requests made from here on, such as by lazily loaded code,
 * would reach the server after the end of the session.
 */
export function noteSessionEnding(work: Promise<void>): Promise<void> {
  const noted = work.finally(() => {
    if (ending === noted) ending = undefined;
  });
  ending = noted;
  return noted;
}

/** Returns a promise for the end of the current logout; undefined if there is none. */
export function sessionEnding(): Promise<void> | undefined {
  return ending;
}
