const formatters = new Map<string, Intl.NumberFormat>();

/**
 * Returns a cached formatter, because creating one takes longer than formatting a hundred numbers.
 */
export function numberFormatter(
  locale: string,
  options: Intl.NumberFormatOptions = {},
): Intl.NumberFormat {
  const key = JSON.stringify([locale, options]);
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(locale, options);
  formatters.set(key, made);
  return made;
}
