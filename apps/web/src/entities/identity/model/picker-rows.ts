/** What of the names to choose from a search keeps; what was chosen at first comes first. */
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
