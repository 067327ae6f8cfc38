/** Returns the names that match a search, those initially selected first. */
export function pickerRows(
  names: readonly string[],
  first: readonly string[],
  search: string,
): readonly string[] {
  const wanted = search.trim().toLowerCase();
  const top = new Set(first);
  const rest = names.filter((name) => !top.has(name));
  return [...top, ...rest].filter((name) => name.toLowerCase().includes(wanted));
}
