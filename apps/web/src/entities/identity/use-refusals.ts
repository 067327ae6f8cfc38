import { grants } from '@stowage/domain/actions';
import { useSession } from '#web/entities/session/session.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { identityText } from './en.ts';

/** Returns why the caller cannot do something; undefined if all of these actions are allowed. */
export function useRefusals(): (...actions: readonly string[]) => string | undefined {
  const t = useText(identityText);
  const { allowedActions } = useSession();
  return (...actions) => {
    const action = actions.find((needed) => !grants(allowedActions, needed));
    return action && t('refused', { action });
  };
}
