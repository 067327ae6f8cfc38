const errors = new WeakSet<object>();

/** Marks the error of a batch that was refused, but that a drive may still hold in the log. */
export function markUndecided(error: unknown): void {
  if (error instanceof Error) {
    errors.add(error);
  }
}

/**
 * Whether the next start may still find the records that were refused with this error, and apply
 * them. Their contents must stay; the sweep of orphans removes them otherwise.
 */
export function isUndecided(error: unknown): boolean {
  return error instanceof Error && errors.has(error);
}
