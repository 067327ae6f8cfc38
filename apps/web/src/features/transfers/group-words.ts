import { largestDurationUnit } from '@stowage/domain/durations';
import { secondsLeft, speed } from '#web/entities/transfers/transfer-speed.ts';
import {
  groupState,
  sentShare,
  type UploadFailure,
  type UploadGroup,
} from '#web/entities/transfers/upload-group.ts';
import { formatNumber, formatPercent } from '#web/lib/format/numbers.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import type { useText } from '#web/lib/i18n/messages.ts';
import type { transfersText } from './en.ts';

type Words = ReturnType<typeof useText<(typeof transfersText)['english']>>;

/** Returns the name of a group: the file, 'photos/ (418 files)', or '12 files'. */
export function groupTitle(t: Words, { kind, name, total }: UploadGroup): string {
  if (kind === 'file') return name;
  const counted = { count: total, formatted: formatNumber(total) };
  return kind === 'folder' ? t('folder', { name, ...counted }) : t('files', counted);
}

const longerUnits = { year: 'day', month: 'day', week: 'day' } as const;
const daySeconds = 86_400;

function timeLeft(t: Words, seconds: number): string {
  const { count, unit } = largestDurationUnit(seconds);
  if (unit in longerUnits) return t('left.day', { count: Math.floor(seconds / daySeconds) });
  return t(`left.${unit as 'second' | 'minute' | 'hour' | 'day'}`, { count });
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(' · ');
}

function runningWords(t: Words, group: UploadGroup): string {
  if (group.next === 0) return t('waiting');
  if (group.stalled.size > 0) return joined(formatPercent(sentShare(group)), t('stalled'));
  const bytesPerSecond = speed(group.samples);
  const seconds = secondsLeft(group);
  const left = seconds === undefined ? undefined : timeLeft(t, seconds);
  if (group.total > 1) return joined(t('doneOf', { count: formatNumber(group.done) }), left);
  const pace =
    bytesPerSecond === undefined ? undefined : t('speed', { size: formatSize(bytesPerSecond) });
  return joined(formatPercent(sentShare(group)), pace, left);
}

/** Describes the state of a group in a few words: '62 % · 214 MiB/s · 19 s left'. */
export function groupStatus(t: Words, group: UploadGroup): string {
  const state = groupState(group);
  if (state === 'running') return runningWords(t, group);
  if (state === 'canceled') return t('canceled');
  const count = formatNumber(group.failed.length);
  if (state === 'failed') {
    return group.total === 1
      ? t('failed')
      : t('failedOf', { count, total: formatNumber(group.total) });
  }
  return group.total === 1 ? t('done') : t('doneOf', { count: formatNumber(group.done) });
}

/** Explains to the user why a file was not stored. */
export function failureReason(t: Words, failure: UploadFailure): string {
  if (failure.status === 401) return t('reason.session');
  if (failure.code === 'KeyTooLong') return t('reason.keyTooLong');
  if (failure.status === undefined) return t('reason.noAnswer');
  return failure.message ?? t('reason.status', { status: failure.status });
}
