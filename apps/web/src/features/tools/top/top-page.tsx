import { Anchor } from '@mantine/core';
import { useSession } from '#web/entities/session/session.ts';
import { ToolHeader } from '#web/entities/tools/tool-header.tsx';
import { useText } from '#web/lib/i18n/messages.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { topText } from './en.ts';
import { TopDrives } from './top-drives.tsx';
import { TopLocks } from './top-locks.tsx';
import classes from './top-page.module.css';

/** What slows the storage server down: busy drives and locks. */
export function TopPage() {
  const t = useText(topText);
  const { allowedActions, pages } = useSession();
  return (
    <>
      <ToolHeader title={t('title')} />
      <PageBody>
        <p className={classes.about}>
          {t('about')}{' '}
          {pages.includes('/tools/trace') && (
            <Anchor component={RouterLink} to={pagePath('trace')} inherit>
              {t('calls')}
            </Anchor>
          )}
        </p>
        {allowedActions.includes('admin:StorageInfo') && <TopDrives />}
        {allowedActions.includes('admin:TopLocksInfo') && <TopLocks />}
      </PageBody>
    </>
  );
}
