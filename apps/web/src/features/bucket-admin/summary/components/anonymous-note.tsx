import type { AnonymousAccess } from '@stowage/domain/bucket-access';
import { formatList } from '#web/lib/format/lists.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { WarningNote } from '#web/ui/warning-note.tsx';
import { summaryText } from '../en.ts';

/** Warns of what anonymous users will be able to do, before it is set. */
export function AnonymousNote({ open, abilities }: AnonymousAccess) {
  const t = useText(summaryText);
  // The place stays, so that a screen reader tells when the warning comes.
  return (
    <div role="status">
      {open && (
        <WarningNote>
          {abilities.length === 0
            ? t('access.anonymousOther')
            : t('access.anonymous', {
                abilities: formatList(abilities.map((ability) => t(`access.abilities.${ability}`))),
              })}
        </WarningNote>
      )}
    </div>
  );
}
