import type { CorsRule } from '@stowage/contract/bucket-admin/cors';
import { CORS_METHODS } from '@stowage/domain/cors';
import { formatDuration } from '#web/lib/format/durations.ts';
import { formatList } from '#web/lib/format/lists.ts';
import type { Translate } from '#web/lib/i18n/messages.ts';
import type { corsText } from '../en.ts';

type Text = Translate<(typeof corsText)['english']>;

/** A rule may have hundreds of names: a sentence lists only the first ones. */
const MAX_NAMES = 4;

function named(t: Text, names: readonly string[]): string {
  const left = names.length - MAX_NAMES;
  if (left < 2) return formatList(names);
  return formatList([...names.slice(0, MAX_NAMES), t('sum.more', { count: left })]);
}

/** Returns a rule's origins as worded in a sentence. */
export function originsText(t: Text, { origins }: Pick<CorsRule, 'origins'>): string {
  return origins.includes('*') ? t('sum.any') : named(t, origins);
}

function actionsText(t: Text, methods: readonly string[]): string {
  const isReader = methods.includes('GET');
  const known = CORS_METHODS.filter(
    (method) => methods.includes(method) && !(method === 'HEAD' && isReader),
  );
  const others = methods.filter((method) => !CORS_METHODS.some((one) => one === method));
  return formatList([...known.map((method) => t(`sum.action.${method}`)), ...others]);
}

/** Describes a rule: 'Pages from https://app.test can read and write; see ETag'. */
export function ruleSentence(t: Text, rule: CorsRule): string {
  const origins = originsText(t, rule);
  return sentence(t, rule, t('sum.pages', { origins, actions: actionsText(t, rule.methods) }));
}

/** Describes a rule without its origins: 'Pages can read and write; see ETag'. */
export function ruleNote(t: Text, rule: CorsRule): string {
  return sentence(t, rule, t('sum.can', { actions: actionsText(t, rule.methods) }));
}

function sentence(t: Text, rule: CorsRule, beginning: string): string {
  const { headers, exposed, max_age: seconds } = rule;
  const parts = [beginning];
  if (headers.includes('*')) parts.push(t('sum.send', { headers: t('sum.anyHeader') }));
  else if (headers.length > 0) parts.push(t('sum.send', { headers: named(t, headers) }));
  if (exposed.length > 0) parts.push(t('sum.see', { headers: named(t, exposed) }));
  if (seconds === 0) parts.push(t('sum.never'));
  else if (seconds) parts.push(t('sum.remember', { time: formatDuration(seconds) }));
  return parts.join('; ');
}
