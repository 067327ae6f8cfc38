import type { CorsRule } from '@stowage/domain/cors';
import { corsOriginDoubt, corsOriginError, letsEverybodyWrite } from '@stowage/domain/cors-doubts';
import type { Translate } from '#web/lib/i18n/messages.ts';
import type { corsText } from '../en.ts';

type Text = Translate<(typeof corsText)['english']>;

const MAX_ORIGINS = 3;

/** Returns the probable mistakes in a rule, one sentence each. */
export function ruleDoubts(
  t: Text,
  rule: Pick<CorsRule, 'origins' | 'methods'>,
): readonly string[] {
  const doubted = [...new Set(rule.origins)].flatMap((origin) => {
    const doubt = corsOriginError(origin) ? undefined : corsOriginDoubt(origin);
    return doubt === undefined ? [] : [t(`doubt.${doubt}`, { origin })];
  });
  const more = doubted.length - MAX_ORIGINS;
  return [
    ...doubted.slice(0, MAX_ORIGINS),
    ...(more > 0 ? [t('doubt.more', { count: more })] : []),
    ...(letsEverybodyWrite(rule) ? [t('doubt.everybody')] : []),
  ];
}
