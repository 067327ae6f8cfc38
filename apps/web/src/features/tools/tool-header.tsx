import { useText } from '#web/lib/i18n/messages.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { BackHeader } from '#web/ui/back-header.tsx';
import { toolsText } from './en.ts';

/** The header of a tool's page, with the way back. */
export function ToolHeader({ title }: { readonly title: string }) {
  const t = useText(toolsText);
  return <BackHeader title={title} back={{ label: t('return'), to: pagePath('tools') }} />;
}
