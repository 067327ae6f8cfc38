import { formatCompact } from '@stowage/domain/units';
import { translations } from '#web/lib/i18n/messages.ts';
import { numberFormatter } from './number-formatter.ts';

/** A whole number with separators, such as '4,210'. */
export function formatNumber(value: number): string {
  return numberFormatter(translations().language).format(value);
}

/** A decimal number as the language writes it: '4.2' in English, '4,2' in German. */
export function formatDecimal(text: string): string {
  const digits = text.split('.')[1]?.length ?? 0;
  const { language } = translations();
  return numberFormatter(language, {
    minimumFractionDigits: digits,
    useGrouping: false,
  }).format(Number(text));
}

/** A share of 1 as whole percent: '62 %'; a little that is not nothing is '< 1 %'. */
export function formatPercent(share: number): string {
  if (share > 0 && share < 0.005) return '< 1 %';
  return `${Math.round(share * 100)} %`;
}

/** A count in few characters with K, M, B: '9.4M'; '9,4 Mio.' in German. Below 10,000 every digit shows. */
export function formatCount(value: number): string {
  if (value < 10_000) return formatNumber(value);
  const { language } = translations();
  if (language === 'en') return formatCompact(value);
  return numberFormatter(language, { notation: 'compact' }).format(value);
}
