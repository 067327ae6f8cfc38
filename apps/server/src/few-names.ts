const NAMED = 10;

/** What has these names, as in 'Users: a, b and 3 more.': the first ten. Nothing where there is none. */
export function fewNames(title: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const more = names.length - NAMED;
  return `${title}: ${names.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
