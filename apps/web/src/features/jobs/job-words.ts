import type { Job } from '@stowage/contract/jobs';
import { parentPrefix } from '@stowage/domain/object-key';
import { shownName } from '#web/entities/object/shown-name.ts';
import { formatDateTimeZone } from '#web/lib/format/dates.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import type { Translate } from '#web/lib/i18n/messages.ts';
import type { jobsText } from './en.ts';
import { errorWords } from './error-words.ts';
import { isOpen, settledObjects } from './model/job-state.ts';

type Words = Translate<(typeof jobsText)['english']>;

function whatOf(t: Words, { items, name, search }: Job): string {
  if (search) return t('found', { search });
  if (items === 1) return name.endsWith('/') ? `${shownName(name)}/` : shownName(name);
  if (items > 1) return t('items', { count: items, formatted: formatNumber(items) });
  return name === '' ? t('everything') : t('under', { name });
}

/** Returns the new name of a single item renamed in place. */
function newNameOf({ kind, bucket, name, target }: Job): string | undefined {
  const staysHere = target?.bucket === bucket && target.prefix === parentPrefix(name);
  return kind === 'move' && staysHere ? target.name : undefined;
}

/** Describes a job: 'Copy 12 items from photos to archive/2025/'. */
export function jobTitle(t: Words, job: Job): string {
  const { kind, bucket, target, versions, at = '', status = 'enabled' } = job;
  const names = { what: whatOf(t, job), bucket };
  if (kind === 'delete') return t(versions ? 'kind.deleteVersions' : 'kind.delete', names);
  if (kind === 'legal-hold') return t(`kind.hold.${status}`, names);
  if (kind === 'restore') {
    return t('kind.restore', { ...names, time: formatDateTimeZone(at) });
  }
  const newName = newNameOf(job);
  if (newName !== undefined) return t('kind.rename', { ...names, target: newName });
  const place = target ? `${target.bucket}/${target.prefix}${target.name ?? ''}` : '';
  return t(`kind.${kind}`, { ...names, target: place });
}

/** Describes a job's progress briefly: '1,204 of 10,050 · 3 failed'. */
export function jobStatus(t: Words, job: Job): string {
  const { state, failure, total, done, skipped, failed } = job;
  if (state === 'waiting') return t('state.waiting');
  if (state === 'running' && !total) return t('state.counting');
  const settled = formatNumber(settledObjects(job));
  const parts = [
    state === 'canceled' && t('state.canceled'),
    state === 'failed' && t(failure?.code === 'SessionRequired' ? 'state.session' : 'state.failed'),
    state !== 'done' && total?.complete
      ? t('doneOf', { done: settled, total: formatNumber(total.objects) })
      : t('doneSoFar', { done: formatNumber(done.objects) }),
    done.bytes > 0 && !isOpen(job) && formatSize(done.bytes),
    skipped > 0 && t('skipped', { count: formatNumber(skipped) }),
    failed > 0 && t('failures', { count: formatNumber(failed) }),
  ];
  return parts.filter((part) => part !== false).join(' · ');
}

/** Explains why a job did not end successfully. */
export function jobReason(t: Words, job: Job): string {
  const { state, failure, failed } = job;
  if (failure?.code === 'SessionRequired') return t('reason.session');
  if (failure) return failure.detail || errorWords(failure.code);
  if (state === 'canceled') return t('reason.canceled');
  return t('reason.failures', { count: failed, formatted: formatNumber(failed) });
}
