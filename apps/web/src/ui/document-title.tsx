import { useClientState } from '#web/lib/client-state/client-state.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { uiText } from './en.ts';

/** The title of the browser tab: the page's, or the operator's name in operator mode. */
export function DocumentTitle({ title }: { readonly title: string }) {
  const t = useText(uiText);
  const operatorMode = useClientState('operatorMode');
  return <title>{operatorMode ? t('operatorTitle') : t('documentTitle', { title })}</title>;
}
