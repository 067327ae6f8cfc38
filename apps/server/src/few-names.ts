const NAMED = 10;

/** Lists the first ten names, as in 'Users: a, b and 3 more.'; '' if there are none. */
export function fewNames(title: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const more = names.length - NAMED;
  return `${title}: ${names.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
