import { splitDuration } from '@stowage/domain/durations';
import { translations } from '#web/lib/i18n/messages.ts';
import { numberFormatter } from './number-formatter.ts';

/** Formats seconds in their largest units, at most `parts` of them: '2 days, 3 hours'. */
export function formatDuration(seconds: number, parts = 2): string {
  const { language } = translations();
  const texts = splitDuration(seconds, parts).map(({ count, unit }) =>
    numberFormatter(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
  );
  return texts.join(', ');
}
