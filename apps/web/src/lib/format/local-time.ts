const pad = (value: number, length = 2) => value.toString().padStart(length, '0');

/**
 * Converts an instant to the value of a datetime-local input, in the browser's zone:
 * '2026-11-12T09:41:07'. '' for none.
 */
export function toLocalTime(instant: string | number): string {
  const time = new Date(instant);
  if (Number.isNaN(time.getTime())) return '';
  const day = [pad(time.getFullYear(), 4), pad(time.getMonth() + 1), pad(time.getDate())];
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map((part) => pad(part));
  return `${day.join('-')}T${clock.join(':')}`;
}

/**
 * Converts the value of a datetime-local input, in the browser's zone, to an instant (ISO 8601); ''
 * for none.
 */
export function fromLocalTime(local: string): string {
  const time = new Date(local);
  return local === '' || Number.isNaN(time.getTime()) ? '' : time.toISOString();
}
