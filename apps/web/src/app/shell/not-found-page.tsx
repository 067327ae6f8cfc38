import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { useText } from '#web/lib/i18n/messages.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { appText } from '../en.ts';
import classes from './not-found-page.module.css';

/** Replaces a page that does not exist. */
export function NotFoundPage() {
  const t = useText(appText);
  return (
    <div className={classes.page}>
      <PageHeader title={t('notFound.title')} />
      <PageBody>
        <EmptyState
          icon={<IconMapOff size={24} stroke={1.6} />}
          title={t('notFound.text')}
          action={
            <Button component={RouterLink} to="/" variant="default">
              {t('notFound.home')}
            </Button>
          }
        />
      </PageBody>
      <footer className={classes.footer}>
        {t('notFound.copyright', { year: new Date().getFullYear() })}
      </footer>
    </div>
  );
}
