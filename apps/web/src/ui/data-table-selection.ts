export type Selection = ReadonlySet<string>;

/** Returns the selection with one row toggled. */
export function toggled(selection: Selection, key: string): Selection {
  const next = new Set(selection);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Returns the selection with all rows between two indexes added, in either direction. */
export function withRange(
  selection: Selection,
  keyAt: (index: number) => string,
  from: number,
  to: number,
): Selection {
  const next = new Set(selection);
  for (let index = Math.min(from, to); index <= Math.max(from, to); index += 1) {
    next.add(keyAt(index));
  }
  return next;
}

/** Whether all, some or none of the listed rows are selected. */
export function coverage(selected: number, listed: number): 'none' | 'some' | 'all' {
  if (selected === 0 || listed === 0) return 'none';
  return selected >= listed ? 'all' : 'some';
}
