/**
 * Returns the number in a number input, whose value is text while it is empty, incomplete or has
 * leading zeros; undefined if it is not a number.
 */
export function numberOrNone(value: number | string): number | undefined {
  const number = value === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : undefined;
}
