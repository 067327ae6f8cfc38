/** What a number input holds: text while it is empty, half a number or one with zeros before it. */
export function numberOrNone(value: number | string): number | undefined {
  const number = value === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : undefined;
}
