import type { LifecycleRule } from '@stowage/contract/bucket-admin/lifecycle';
import { capitalised } from '#web/lib/format/capitalised.ts';
import { formatDate } from '#web/lib/format/dates.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import type { Translate } from '#web/lib/i18n/messages.ts';
import type { lifecycleText } from '../en.ts';
import { dateOf } from './rule-date.ts';

type Text = Translate<(typeof lifecycleText)['english']>;

interface Moment {
  readonly days?: number | undefined;
  readonly date?: string | undefined;
}

/** 'after 30 days', or 'after 31 Dec 2026 (UTC)'; undefined for neither. */
function momentText(t: Text, moment: Moment): string | undefined {
  const { days } = moment;
  if (days !== undefined) return t('sum.afterDays', { count: days });
  const date = dateOf(moment);
  if (date === undefined) return undefined;
  return t('sum.afterDate', { date: formatDate(date, { timeZone: 'UTC' }) });
}

function oldVersionsExpiryText(t: Text, { expiration }: LifecycleRule): string | undefined {
  const days = expiration.noncurrent_expiration_days;
  const newer = expiration.newer_noncurrent_expiration_versions;
  const after = momentText(t, { days });
  if (after !== undefined && newer !== undefined) {
    return t('sum.oldAfterBeyond', { after, count: newer });
  }
  if (after !== undefined) return t('sum.oldAfter', { after });
  return newer === undefined ? undefined : t('sum.oldBeyond', { count: newer });
}

/** 'Delete after 30 days', 'old versions after 7 days': only the first clause has the verb. */
function expiryTexts(t: Text, rule: LifecycleRule): readonly string[] {
  const after = momentText(t, rule.expiration);
  const old = oldVersionsExpiryText(t, rule);
  const texts: string[] = [];
  if (after !== undefined) texts.push(t('sum.delete', { what: after }));
  if (old !== undefined) texts.push(after === undefined ? t('sum.delete', { what: old }) : old);
  if (rule.expiration.delete_marker) texts.push(t('sum.markers'));
  return texts;
}

function transitionTexts(t: Text, { transition }: LifecycleRule): readonly string[] {
  const after = momentText(t, transition);
  const oldAfter = momentText(t, { days: transition.noncurrent_transition_days });
  const tier = transition.storage_class ?? '';
  const oldTier = transition.noncurrent_storage_class ?? '';
  const texts: string[] = [];
  if (after !== undefined) texts.push(t('sum.move', { tier, after }));
  if (oldAfter !== undefined) {
    const values = { tier: oldTier, after: oldAfter };
    texts.push(t(after === undefined ? 'sum.moveOld' : 'sum.oldMoved', values));
  }
  return texts;
}

function limitTexts(t: Text, rule: LifecycleRule): readonly string[] {
  const { size_greater_than: over, size_less_than: under, tags } = rule;
  const texts: string[] = [];
  if (over !== undefined) texts.push(t('sum.over', { size: formatSize(over) }));
  if (under !== undefined) texts.push(t('sum.under', { size: formatSize(under) }));
  if (tags.length > 0) {
    const pairs = tags.map(({ key, value }) => `${key}=${value}`).join(', ');
    texts.push(t('sum.tagged', { tags: pairs }));
  }
  return texts;
}

/** Describes a rule in a sentence: 'Delete after 30 days; old versions after 7 days'. */
export function ruleSummary(t: Text, rule: LifecycleRule): string {
  const abort = rule.abort_incomplete_days;
  const does = [
    ...expiryTexts(t, rule),
    ...transitionTexts(t, rule),
    ...(abort === undefined
      ? []
      : [t('sum.abort', { after: t('sum.afterDays', { count: abort }) })]),
  ];
  const texts = does.length === 0 ? [t('sum.nothing')] : does;
  return capitalised([...texts, ...limitTexts(t, rule)].join('; '));
}

/**
 * Returns the cell of an expiration or transition: days or date of current versions, otherwise of
 * old ones.
 */
export function whenText(t: Text, moment: Moment, oldDays: number | undefined): string {
  if (moment.days !== undefined) return t('days', { count: moment.days });
  const date = dateOf(moment);
  if (date !== undefined) return formatDate(date, { timeZone: 'UTC' });
  return oldDays === undefined ? '—' : t('oldDays', { count: oldDays });
}
