import { formatCompact } from '@stowage/domain/units';
import { translations } from '#web/lib/i18n/messages.ts';

/** A whole number with separators, such as '4,210'. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat(translations().language).format(value);
}

/** A share of 1 as whole percent: '62 %'; a little that is not nothing is '< 1 %'. */
export function formatPercent(share: number): string {
  if (share > 0 && share < 0.005) return '< 1 %';
  return `${Math.round(share * 100)} %`;
}
/** A count in few characters with K, M, B: '9.4M'. Below 10,000 every digit shows. */
export function formatCount(value: number): string {
  return value < 10_000 ? formatNumber(value) : formatCompact(value);
}
