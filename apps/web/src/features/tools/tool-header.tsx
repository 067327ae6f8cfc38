import { useText } from '#web/lib/i18n/messages.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { toolsText } from './en.ts';
import classes from './tools.module.css';

/** The header of a tool's page, with the way back. */
export function ToolHeader({ title }: { readonly title: string }) {
  const t = useText(toolsText);
  return (
    <PageHeader
      title={title}
      heading={
        <>
          <RouterLink className={classes.back} to={pagePath('tools')}>
            {t('return')}
          </RouterLink>
          <span className={classes.title} aria-hidden>
            {title}
          </span>
        </>
      }
    />
  );
}
