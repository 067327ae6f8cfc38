import { formatCompact } from '@stowage/domain/units';
import { translations } from '#web/lib/i18n/messages.ts';
import { numberFormatter } from './number-formatter.ts';

/** Formats a whole number with separators, such as '4,210'. */
export function formatNumber(value: number): string {
  return numberFormatter(translations().language).format(value);
}

/** Formats a decimal number for the language: '4.2' in English, '4,2' in German. */
export function formatDecimal(text: string): string {
  const digits = text.split('.')[1]?.length ?? 0;
  const { language } = translations();
  return numberFormatter(language, {
    minimumFractionDigits: digits,
    useGrouping: false,
  }).format(Number(text));
}

/** Formats a fraction of 1 as whole percent: '62 %'; small values above zero as '< 1 %'. */
export function formatPercent(share: number): string {
  if (share > 0 && share < 0.005) return '< 1 %';
  return `${Math.round(share * 100)} %`;
}

/**
 * Abbreviates a count with K, M, B: '9.4M'; '9,4 Mio.' in German. Below 10,000 every digit is
 * shown.
 */
export function formatCount(value: number): string {
  if (value < 10_000) return formatNumber(value);
  const { language } = translations();
  if (language === 'en') return formatCompact(value);
  return numberFormatter(language, { notation: 'compact' }).format(value);
}
