import { useText } from '#web/lib/i18n/messages.ts';
import { WarningNote } from '#web/ui/warning-note.tsx';
import { identityText } from './en.ts';
import { useOwnName } from './use-own-name.ts';

interface OwnAccountWarningProps {
  /** Whose permissions become less by what is entered. */
  readonly losing: readonly string[];
}

/** Says before it is done that somebody takes permissions from the account that they are logged in with. */
export function OwnAccountWarning({ losing }: OwnAccountWarningProps) {
  const t = useText(identityText);
  const isOwn = losing.includes(useOwnName());
  return <div role="status">{isOwn && <WarningNote>{t('ownPermissions')}</WarningNote>}</div>;
}

/** What is in a list and no longer in another. */
export function without(before: readonly string[], after: readonly string[]): string[] {
  const kept = new Set(after);
  return before.filter((name) => !kept.has(name));
}
