export type Selection = ReadonlySet<string>;

/** The selection with one row the other way round. */
export function toggled(selection: Selection, key: string): Selection {
  const next = new Set(selection);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** The selection with every row from one place to another, in either direction, added. */
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

/** How much of what is listed is selected. */
export function coverage(selected: number, listed: number): 'none' | 'some' | 'all' {
  if (selected === 0 || listed === 0) return 'none';
  return selected >= listed ? 'all' : 'some';
}
