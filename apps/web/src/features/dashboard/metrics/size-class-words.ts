import { isolatedText } from '#web/lib/names/visible-name.ts';
import type { DashboardText } from '../attention/finding-words.ts';

const CLASSES = [
  'LESS_THAN_1024_B',
  'BETWEEN_1024B_AND_1_MB',
  'BETWEEN_1_MB_AND_10_MB',
  'BETWEEN_10_MB_AND_64_MB',
  'BETWEEN_64_MB_AND_128_MB',
  'BETWEEN_128_MB_AND_512_MB',
  'GREATER_THAN_512_MB',
] as const;

/** Describes a class of object sizes, by the storage server's name for it. */
export function sizeClassWords(t: DashboardText, range: string): string {
  const known = CLASSES.find((one) => one === range);
  return known ? t(`sizes.${known}`) : isolatedText(range);
}
