import type { WidgetUnit } from '@stowage/contract/dashboard/widgets';
import { formatDuration } from '#web/lib/format/durations.ts';
import { formatCount } from '#web/lib/format/numbers.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import type { DashboardText } from '../attention/finding-words.ts';

/** Small numbers keep two digits, large ones are abbreviated. */
function short(value: number): string {
  return formatCount(Math.abs(value) < 100 ? Math.round(value * 100) / 100 : Math.round(value));
}

/** Formats a widget's value with its unit. */
export function formatValue(t: DashboardText, unit: WidgetUnit, value: number): string {
  switch (unit) {
    case 'bytes':
      return formatSize(Math.round(value));
    case 'bytesPerSecond':
      return t('unit.perSecond', { value: formatSize(Math.round(value)) });
    case 'perSecond':
      return t('unit.perSecond', { value: short(value) });
    case 'cores':
      return t('unit.cores', { value: short(value) });
    case 'seconds':
      return formatDuration(value);
    case 'nanoseconds':
      return formatDuration(value / 1e9);
    default:
      return short(value);
  }
}

/** Formats a change in bytes with its sign: '+4.2 MiB', '−1.0 GiB', '0 B'. */
export function formatChange(bytes: number): string {
  const whole = Math.round(bytes);
  if (whole === 0) return formatSize(0);
  return `${whole > 0 ? '+' : '−'}${formatSize(Math.abs(whole))}`;
}
