import { useText } from '#web/lib/i18n/messages.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { BackHeader } from '#web/ui/back-header.tsx';
import { toolHeaderText } from './en.ts';

interface ToolHeaderProps {
  readonly title: string;
  /** Number of items the page lists. */
  readonly count?: number | undefined;
}

/** The header of a tool's page, with a link back. */
export function ToolHeader(props: ToolHeaderProps) {
  const t = useText(toolHeaderText);
  return <BackHeader {...props} back={{ label: t('return'), to: pagePath('tools') }} />;
}
