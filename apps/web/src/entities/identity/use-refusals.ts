import { grants } from '@stowage/domain/actions';
import { useSession } from '#web/entities/session/session.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { identityText } from './en.ts';

/** Gives why the caller may not do something: undefined when all of these actions are allowed. */
export function useRefusals(): (...actions: readonly string[]) => string | undefined {
  const t = useText(identityText);
  const { allowedActions } = useSession();
  return (...actions) => {
    const action = actions.find((needed) => !grants(allowedActions, needed));
    return action && t('refused', { action });
  };
}
