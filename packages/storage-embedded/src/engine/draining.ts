/** How far a drive is drained, line by line. */
export type DrainLine =
  /** What is left on it. */
  | { readonly kind: 'progress'; readonly copies: number; readonly bytes: number }
  /** It has nothing any more, and no place in the set. */
  | { readonly kind: 'end'; readonly ok: true; readonly path: string }
  /** It cannot go on now, for this reason, a sentence; it is tried again while the store runs. */
  | { readonly kind: 'end'; readonly ok: false; readonly path: string; readonly problem: string };
