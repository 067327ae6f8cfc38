/** A progress line of a drain. */
export type DrainLine =
  /** What is still on the drive. */
  | { readonly kind: 'progress'; readonly copies: number; readonly bytes: number }
  /** The drive is empty and has left the set. */
  | { readonly kind: 'end'; readonly ok: true; readonly path: string }
  /**
   * The drain cannot continue for now, with the reason as a sentence; it is retried while the store
   * runs.
   */
  | { readonly kind: 'end'; readonly ok: false; readonly path: string; readonly problem: string };
