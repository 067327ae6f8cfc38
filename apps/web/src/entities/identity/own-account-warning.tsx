import { useText } from '#web/lib/i18n/messages.ts';
import { WarningNote } from '#web/ui/warning-note.tsx';
import { identityText } from './en.ts';
import { useOwnName } from './use-own-name.ts';

interface OwnAccountWarningProps {
  /** The accounts that would lose permissions. */
  readonly losing: readonly string[];
}

/** Warns users before they remove permissions from their own account. */
export function OwnAccountWarning({ losing }: OwnAccountWarningProps) {
  const t = useText(identityText);
  const isOwn = losing.includes(useOwnName());
  return <div role="status">{isOwn && <WarningNote>{t('ownPermissions')}</WarningNote>}</div>;
}

/** Returns the entries of one list that are missing from another. */
export function without(before: readonly string[], after: readonly string[]): string[] {
  const kept = new Set(after);
  return before.filter((name) => !kept.has(name));
}
