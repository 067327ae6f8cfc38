import type { AnonymousAccess } from '@stowage/domain/bucket-access';
import { formatList } from '#web/lib/format/lists.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { summaryText } from './en.ts';

/** Returns a function that lists in words what anonymous users can do. */
export function useAbilities() {
  const t = useText(summaryText);
  return ({ abilities }: AnonymousAccess) =>
    formatList(abilities.map((ability) => t(`access.abilities.${ability}`)));
}
