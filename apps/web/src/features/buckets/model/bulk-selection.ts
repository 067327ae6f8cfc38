export interface Bulk {
  /** Names of the selected buckets; undefined while Bulk Select is off. */
  readonly selection: ReadonlySet<string> | undefined;
}

export const bulkOff: Bulk = { selection: undefined };

export type BulkAction =
  | { readonly type: 'switched' }
  | { readonly type: 'toggled'; readonly name: string }
  /** An action was applied to the selection; `left` are the buckets for which it failed. */
  | { readonly type: 'finished'; readonly left: readonly string[] };

/**
 * Returns the selection after an action; switching it off clears it, and so does applying an action
 * to all of it.
 */
export function reduceBulk({ selection }: Bulk, action: BulkAction): Bulk {
  if (action.type === 'switched') {
    return selection === undefined ? { selection: new Set() } : bulkOff;
  }
  if (selection === undefined) return bulkOff;
  if (action.type === 'finished') {
    return { selection: new Set(action.left.filter((name) => selection.has(name))) };
  }
  const next = new Set(selection);
  if (!next.delete(action.name)) next.add(action.name);
  return { selection: next };
}
